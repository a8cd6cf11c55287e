//! Downloads: the carrier's file, lines, and the dispute letter.

use data::{ById, Error, Result, Scope, Where, turns::Permit};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use web::{
    Raw, Routes,
    http::{self, Method, Response},
    rows::{Cell, EXPORTS, Export, Format},
};

use crate::{
    access::RECONCILE,
    model::{
        Reconciliation, ReconciliationBooking, ReconciliationBookingId, ReconciliationId,
        ReconciliationService,
    },
    reconciliations::{self, lists::load_services, status::LineStatus, store},
};
use quotes::access::BOOKINGS;

const MAX_BYTES: usize = 1024;
const CSV: &str = "text/csv";
const PDF: &str = "application/pdf";

const ALL_HEADINGS: [&str; 22] = [
    "consignmentId",
    "reference",
    "bookingId",
    "customerCode",
    "customerName",
    "status",
    "holds",
    "serviceCode",
    "serviceName",
    "isAdditionalService",
    "declaredWeight",
    "chargedWeight",
    "declaredVolume",
    "chargedVolume",
    "carrierQuotedAmount",
    "carrierInvoicedAmount",
    "carrierInvoicedTax",
    "approvedAmount",
    "customerQuotedAmount",
    "customerRechargeAmount",
    "invoiceNumber",
    "note",
];

/// Headings as in imports.
const UNMATCHED_HEADINGS: [&str; 10] = [
    "consignmentId",
    "reference",
    "serviceCode",
    "serviceName",
    "chargedWeight",
    "chargedVolume",
    "taxExclusiveAmount",
    "tax",
    "invoiceNumber",
    "invoiceDate",
];

const DISPUTE_HEADINGS: [&str; 10] = [
    "invoiceNumber",
    "consignmentId",
    "reference",
    "declaredWeight",
    "chargedWeight",
    "quotedAmount",
    "invoicedAmount",
    "acceptedAmount",
    "disputedAmount",
    "reason",
];

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .post("exportCsv", RECONCILE, export)
        .post("exportDisputeCsv", RECONCILE, dispute)
        .post("exportDisputePdf", RECONCILE, dispute_letter)
}

pub(crate) fn files() -> Routes {
    Routes::new("/api/booking/File")
        .feature(BOOKINGS)
        .raw(
            Method::GET,
            "DownloadReconciliationCSV",
            RECONCILE,
            MAX_BYTES,
            download,
        )
        .describe_query::<ReconciliationAsset>()
}

/// A downloadable file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReconciliationFile")]
struct ExportedFile {
    file_name: String,
    file_type: String,
    /// The `assetId` for DownloadReconciliationCSV.
    file_token: Uuid,
}

async fn export(mut scope: Scope, ById { id }: ById<ReconciliationId>) -> Result<ExportedFile> {
    let row: Reconciliation = scope.find(id).await?;
    Ok(ExportedFile {
        file_name: format!("{}.csv", ExportContent::All.name(&row)),
        file_type: CSV.to_owned(),
        file_token: row.export_guid,
    })
}

async fn dispute(mut scope: Scope, ById { id }: ById<ReconciliationId>) -> Result<ExportedFile> {
    let row: Reconciliation = scope.find(id).await?;
    Ok(ExportedFile {
        file_name: format!("{}.csv", ExportContent::Dispute.name(&row)),
        file_type: CSV.to_owned(),
        file_token: row.dispute_guid,
    })
}

/// Checks that the letter can be rendered. The download renders it again, with the decisions by
/// then.
async fn dispute_letter(
    mut scope: Scope,
    ById { id }: ById<ReconciliationId>,
) -> Result<ExportedFile> {
    let mut row: Reconciliation = scope.find(id).await?;
    reconciliations::dispute::draw(&mut scope, &row).await?;
    let file_token = match row.letter_guid {
        Some(known) => known,
        None => {
            let new = scope.new_guid();
            row.letter_guid = Some(new);
            scope.update(&mut row).await?;
            scope.commit().await?;
            new
        }
    };
    Ok(ExportedFile {
        file_name: format!("{}.pdf", ExportContent::Dispute.name(&row)),
        file_type: PDF.to_owned(),
        file_token,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReconciliationAsset {
    /// A `fileGuid`, an `invalidBookingFileGuid`, or the `fileToken` of an export.
    asset_id: Uuid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExportContent {
    All,
    /// Lines without a booking.
    Unmatched,
    /// Invoiced and unpaid amounts.
    Dispute,
}

impl ExportContent {
    fn name(self, row: &Reconciliation) -> String {
        let id = row.id;
        match self {
            Self::All => format!("reconciliation-{id}"),
            Self::Unmatched => format!("reconciliation-{id}-unmatched"),
            Self::Dispute => format!("reconciliation-{id}-dispute"),
        }
    }

    fn headings(self) -> &'static [&'static str] {
        match self {
            Self::All => &ALL_HEADINGS,
            Self::Unmatched => &UNMATCHED_HEADINGS,
            Self::Dispute => &DISPUTE_HEADINGS,
        }
    }

    fn has(self, line: &ReconciliationBooking) -> bool {
        match self {
            Self::All => true,
            Self::Unmatched => line.booking_id.is_none(),
            Self::Dispute => disputed(line) > Decimal::ZERO,
        }
    }
}

/// Returns the invoiced amount that a decision leaves unpaid. Closed lines, and those of a third
/// party, are unpaid without a dispute.
pub(crate) fn disputed(line: &ReconciliationBooking) -> Decimal {
    match (line.status, line.approved_amount) {
        (LineStatus::Closed | LineStatus::ExternallyInvoiced, _) | (_, None) => Decimal::ZERO,
        (_, Some(approved)) => line.carrier_invoiced_amount - approved,
    }
}

async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ReconciliationAsset { asset_id } = raw.query()?;
    let named = Where::all()
        .eq(Reconciliation::FILE_GUID, asset_id)
        .or(Where::all().eq(Reconciliation::EXPORT_GUID, asset_id))
        .or(Where::all().eq(Reconciliation::DISPUTE_GUID, asset_id))
        .or(Where::all().eq(Reconciliation::LETTER_GUID, asset_id))
        .or(Where::all().eq(Reconciliation::INVALID_BOOKING_FILE_GUID, asset_id));
    let row: Reconciliation = scope
        .first(named)
        .await?
        .ok_or(Error::NotFound("The file"))?;
    if row.file_guid == asset_id {
        return files::download_referenced(&mut scope, asset_id).await;
    }
    if row.letter_guid == Some(asset_id) {
        let pdf = reconciliations::dispute::draw(&mut scope, &row).await?;
        scope.rollback();
        return Ok(http::download(
            pdf.into(),
            PDF,
            &format!("{}.pdf", ExportContent::Dispute.name(&row)),
        ));
    }
    let what = match asset_id {
        id if id == row.export_guid => ExportContent::All,
        id if id == row.dispute_guid => ExportContent::Dispute,
        _ => ExportContent::Unmatched,
    };
    let _turn = Permit::take(&scope, EXPORTS).await?;
    let mut table = Export::begin(&scope, Format::Csv, what.headings())?;
    let mut after = ReconciliationBookingId(0);
    loop {
        let ids = store::next_page(&mut scope, row.id, after).await?;
        let Some(last) = ids.last() else { break };
        after = *last;
        let lines: Vec<ReconciliationBooking> = scope
            .all(Where::all().is_in(ReconciliationBooking::ID, &ids))
            .await?;
        let line_services = load_services(&mut scope, &ids).await?;
        for line in lines.iter().filter(|line| what.has(line)) {
            let services = line_services
                .get(&line.id)
                .map_or(&[] as &[ReconciliationService], Vec::as_slice);
            write(&mut table, what, line, services)?;
        }
    }
    scope.rollback();
    Ok(table.finish().await?.into_response(&what.name(&row)))
}

fn write(
    table: &mut Export,
    what: ExportContent,
    line: &ReconciliationBooking,
    services: &[ReconciliationService],
) -> Result<()> {
    match what {
        ExportContent::All => services
            .iter()
            .try_for_each(|service| table.row(all_cells(line, service))),
        ExportContent::Unmatched => services
            .iter()
            .try_for_each(|service| table.row(unmatched_cells(line, service))),
        ExportContent::Dispute => table.row(dispute_cells(line, services)),
    }
}

fn all_cells<'c>(
    line: &'c ReconciliationBooking,
    service: &'c ReconciliationService,
) -> [Cell<'c>; 22] {
    let holds: Vec<&str> = line.holds.iter().map(|hold| hold.as_str()).collect();
    [
        line.consignment_id.as_deref().into(),
        line.reference.as_deref().into(),
        line.booking_id.map(|id| id.0).into(),
        line.customer_code.as_deref().into(),
        line.company_name
            .as_deref()
            .or(line.customer_name.as_deref())
            .into(),
        line.status.as_str().into(),
        holds.join(" ").into(),
        service.service_code.as_str().into(),
        service.service_name.as_str().into(),
        service.is_additional_service.into(),
        line.declared_weight.into(),
        line.charged_weight.into(),
        line.declared_volume.into(),
        line.charged_volume.into(),
        service.carrier_quoted_amount.into(),
        service.carrier_invoiced_amount.into(),
        service.carrier_invoiced_tax.into(),
        service.approved_amount.into(),
        service.customer_quoted_amount.into(),
        service.customer_recharge_amount.into(),
        service.invoice_number.as_deref().into(),
        service.note.as_deref().or(line.note.as_deref()).into(),
    ]
}

fn unmatched_cells<'c>(
    line: &'c ReconciliationBooking,
    service: &'c ReconciliationService,
) -> [Cell<'c>; 10] {
    [
        line.consignment_id.as_deref().into(),
        line.reference.as_deref().into(),
        service.service_code.as_str().into(),
        service.service_name.as_str().into(),
        line.charged_weight.into(),
        line.charged_volume.into(),
        service.carrier_invoiced_amount.into(),
        service.carrier_invoiced_tax.into(),
        service.invoice_number.as_deref().into(),
        service.invoice_date.into(),
    ]
}

fn dispute_cells<'c>(
    line: &'c ReconciliationBooking,
    services: &'c [ReconciliationService],
) -> [Cell<'c>; 10] {
    [
        services
            .iter()
            .find_map(|service| service.invoice_number.as_deref())
            .into(),
        line.consignment_id.as_deref().into(),
        line.reference.as_deref().into(),
        line.declared_weight.into(),
        line.charged_weight.into(),
        line.carrier_quoted_amount.into(),
        line.carrier_invoiced_amount.into(),
        line.approved_amount.into(),
        disputed(line).into(),
        dispute_reason(line, services).into(),
    ]
}

/// Returns the line's note, or that of a service line.
pub(crate) fn dispute_reason<'c>(
    line: &'c ReconciliationBooking,
    services: &'c [ReconciliationService],
) -> Option<&'c str> {
    line.note
        .as_deref()
        .or_else(|| services.iter().find_map(|service| service.note.as_deref()))
}
