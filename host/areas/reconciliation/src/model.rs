//! Rows of a reconciliation.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record,
    ids::{BookingId, CarrierAccountId, CustomerId, UserId},
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    imports::{matching::MatchedBy, templates::InvoiceTemplateId},
    reconciliations::status::{Hold, LineStatus, ReconciliationStatus},
};

data::id! { ReconciliationId, ReconciliationBookingId, ReconciliationServiceId }

/// A carrier's invoice file, compared with bookings.
// Lock order: reconciliation, then bookings.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "reconciliations", name = "The reconciliation", open)]
pub(crate) struct Reconciliation {
    pub id: ReconciliationId,
    pub row_version: i64,
    pub status: ReconciliationStatus,
    /// The carrier's code.
    pub carrier: String,
    /// The invoiced account, if given on import.
    pub carrier_account_id: Option<CarrierAccountId>,
    /// The original file, for DownloadReconciliationCSV.
    pub file_guid: Uuid,
    pub file_name: String,
    #[serde(skip)]
    #[record(internal)]
    pub sha256: String,
    #[serde(skip)]
    #[record(internal)]
    pub template_id: Option<InvoiceTemplateId>,
    /// A file of the unmatched lines. Null if all are matched.
    pub invalid_booking_file_guid: Option<Uuid>,
    #[serde(skip)]
    #[record(internal)]
    pub export_guid: Uuid,
    #[serde(skip)]
    #[record(internal)]
    pub dispute_guid: Uuid,
    /// None until the letter is requested.
    #[serde(skip)]
    #[record(internal)]
    pub letter_guid: Option<Uuid>,
    /// Number of charges.
    pub charges: i64,
    /// Number of consignments.
    pub bookings: i64,
    /// Reason of a failed import.
    pub failure: Option<String>,
    /// Invalid lines of the file, at most 100.
    #[record(json)]
    pub line_errors: Vec<InvoiceLineError>,
    #[serde(skip)]
    #[record(internal)]
    pub creator_user_id: Option<UserId>,
    pub creator_user_name: String,
    pub creation_time: DateTime<Utc>,
}

/// An error in a line of an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvoiceLineError {
    /// 1-based, below the headings.
    pub index: i64,
    /// Such as `taxExclusiveAmount`. Empty for the whole line.
    pub column: String,
    pub message: String,
}

/// An invoice number, unique per carrier.
#[derive(Debug, Clone, Record)]
#[record(
    table = "reconciliation_invoices",
    name = "The carrier's invoice",
    unrecorded
)]
pub(crate) struct KnownInvoice {
    pub id: i64,
    pub row_version: i64,
    pub reconciliation_id: ReconciliationId,
    pub carrier: String,
    pub number: String,
    pub number_key: String,
}

/// A staged charge, not matched yet.
#[derive(Debug, Clone, Record)]
#[record(table = "reconciliation_charges", name = "The charge", unrecorded)]
pub(crate) struct ChargeRow {
    pub id: i64,
    pub row_version: i64,
    pub reconciliation_id: ReconciliationId,
    pub consignment_key: String,
    pub consignment_id: Option<String>,
    pub reference: Option<String>,
    pub file_line: i64,
    pub service_code: String,
    pub service_name: String,
    pub amount: Decimal,
    pub tax: Decimal,
    pub charged_weight: Option<Decimal>,
    pub charged_volume: Option<Decimal>,
    pub invoice_number: Option<String>,
    pub invoice_date: Option<NaiveDate>,
}

/// A consignment of an invoice and its booking. Amounts are exclusive of tax.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "reconciliation_bookings",
    name = "The line",
    called = "ReconciliationBooking",
    open
)]
#[schemars(rename = "ReconciliationBookingRow")]
pub(crate) struct ReconciliationBooking {
    pub id: ReconciliationBookingId,
    pub row_version: i64,
    pub reconciliation_id: ReconciliationId,
    #[serde(skip)]
    #[record(internal)]
    pub consignment_key: String,
    /// As in the invoice.
    pub consignment_id: Option<String>,
    pub reference: Option<String>,
    /// First line in the file.
    pub file_line: i64,
    pub booking_id: Option<BookingId>,
    /// Null while unmatched.
    pub matched_by: Option<MatchedBy>,
    /// A similar booking, for an unmatched line.
    pub proposed_booking_id: Option<BookingId>,
    pub carrier_account_id: Option<CarrierAccountId>,
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    pub customer_code: Option<String>,
    pub customer_name: Option<String>,
    pub company_name: Option<String>,
    /// Kilograms.
    pub declared_weight: Decimal,
    /// Cubic metres.
    pub declared_volume: Decimal,
    pub charged_weight: Option<Decimal>,
    pub charged_volume: Option<Decimal>,
    /// 0 if an earlier line has the quote of this booking.
    pub carrier_quoted_amount: Decimal,
    pub carrier_invoiced_amount: Decimal,
    pub carrier_invoiced_tax: Decimal,
    /// The customer's quote.
    pub customer_quoted_amount: Decimal,
    /// The difference borne by the tenant.
    pub absorbed_amount: Decimal,
    /// Additional charge of the customer. Negative: a credit.
    pub recharge_amount: Decimal,
    /// Amount to pay the carrier. Null while undecided.
    pub approved_amount: Option<Decimal>,
    pub status: LineStatus,
    #[serde(skip)]
    #[record(internal)]
    pub assessed_status: LineStatus,
    /// Reasons of the hold.
    #[record(json)]
    pub holds: Vec<Hold>,
    pub note: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub decided_user_id: Option<UserId>,
    pub decided_user_name: Option<String>,
    pub decided_time: Option<DateTime<Utc>>,
    #[serde(skip)]
    #[record(internal)]
    pub recharge_invoice_id: Option<i64>,
}

impl ReconciliationBooking {
    pub fn difference(&self) -> Decimal {
        self.carrier_invoiced_amount - self.carrier_quoted_amount
    }
}

/// One service of a consignment: quoted, invoiced, or both. Amounts are exclusive of tax.
#[data::wire]
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "reconciliation_services",
    name = "The service line",
    called = "ReconciliationService",
    open
)]
#[schemars(rename = "ReconciliationServiceLine")]
pub(crate) struct ReconciliationService {
    pub id: ReconciliationServiceId,
    pub row_version: i64,
    #[serde(skip)]
    #[record(internal)]
    pub reconciliation_id: ReconciliationId,
    pub reconciliation_booking_id: ReconciliationBookingId,
    pub service_code: String,
    pub service_name: String,
    pub is_additional_service: bool,
    /// Null for a quoted service without an invoice.
    pub file_line: Option<i64>,
    pub carrier_quoted_amount: Decimal,
    pub carrier_invoiced_amount: Decimal,
    pub carrier_invoiced_tax: Decimal,
    /// The invoiced amount beyond the carrier's quote.
    pub carrier_recharge_amount: Decimal,
    /// New price by the carrier's measurements.
    pub carrier_requoted_amount: Option<Decimal>,
    pub customer_quoted_amount: Decimal,
    /// The customer's current charge.
    pub customer_invoiced_amount: Decimal,
    /// Additional charge of the customer.
    pub customer_recharge_amount: Decimal,
    pub customer_requoted_amount: Option<Decimal>,
    pub approved_amount: Option<Decimal>,
    /// Set if the approved amount differs from the invoiced one.
    #[serde(rename = "override")]
    pub is_override: bool,
    pub note: Option<String>,
    pub invoice_number: Option<String>,
    pub invoice_date: Option<NaiveDate>,
}
