//! Runs that invoice unpaid charges of drivers, previewed or written from one plan.

use std::collections::{BTreeMap, HashMap};

use carriage::money::{self, Amount};
use chrono::NaiveDate;
use data::{
    Error, New, Result, Scope, db::Mode, ids::DriverId, message, message::TranslatableMessage,
};
use jobs::UnpaidCharge;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    agent_invoices::{
        model::{
            AgentInvoice, AgentInvoiceId, AgentInvoiceLine, AgentInvoiceStatus, AgentSupplier,
        },
        rules::{self, MAX_LINES, NOT_INVOICED},
    },
    input_rules,
    invoice_runs::service::surrounding_moments,
    invoices::terms::{Terms, terms},
    values::InvoiceType,
};

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentInvoiceRunRequest {
    /// Default: all owner drivers and contractors. At most 1000.
    #[serde(default)]
    driver_ids: Vec<DriverId>,
    /// First and last day of delivery.
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// Default: today.
    #[serde(default)]
    invoice_date: Option<NaiveDate>,
    /// If set, returns the invoices without creating them.
    #[wire(null)]
    preview: bool,
}

/// An invoice that the run wrote, or would write.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AgentRunInvoice {
    /// Null in a preview, and if it could not be written.
    id: Option<AgentInvoiceId>,
    driver_id: DriverId,
    driver_name: String,
    period_start: NaiveDate,
    period_end: NaiveDate,
    /// Number of charges.
    charges: usize,
    tax_exclusive_amount: Decimal,
    tax: Decimal,
    amount: Decimal,
    /// Reason why it cannot be written.
    error: Option<TranslatableMessage>,
}

#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentInvoiceRunResult {
    is_preview: bool,
    /// ISO 4217 code.
    currency: String,
    invoices: Vec<AgentRunInvoice>,
    /// Invoices without an error, and their sum including tax.
    total_invoices: usize,
    total_amount: Decimal,
}

/// One driver's invoice before it is written.
struct PlannedInvoice {
    driver: DriverId,
    supplier: AgentSupplier,
    charges: Vec<UnpaidCharge>,
    lines: Vec<AgentInvoiceLine>,
    period: (NaiveDate, NaiveDate),
}

impl PlannedInvoice {
    fn check(&self, terms: &Terms) -> Result<Amount> {
        if let Some(obstacle) = rules::find_obstacle(&self.supplier, &terms.country_code) {
            return Err(NOT_INVOICED.with_message(obstacle));
        }
        let sum = rules::sum(&self.lines);
        if sum.total < Decimal::ZERO {
            return Err(NOT_INVOICED.with_message(message!(
                "The charges of {driver} add up to less than zero.",
                driver = self.supplier.name
            )));
        }
        money::check(sum.total, "amount").map_err(|error| Error::Invalid(vec![error]))?;
        Ok(sum)
    }
}

pub async fn run(
    scope: Scope,
    mut request: AgentInvoiceRunRequest,
) -> Result<AgentInvoiceRunResult> {
    request.driver_ids.sort_unstable();
    request.driver_ids.dedup();
    check(&scope, &request).await?;
    let terms = terms(&scope).await?;
    let plan = plan(&scope, &request, &terms).await?;
    let date = request.invoice_date.unwrap_or(terms.today);
    let mut result = AgentInvoiceRunResult {
        is_preview: request.preview,
        currency: terms.currency.clone(),
        invoices: Vec::with_capacity(plan.len()),
        total_invoices: 0,
        total_amount: Decimal::ZERO,
    };
    for planned in plan {
        let outcome = match (planned.check(&terms), request.preview) {
            (Ok(_), true) => Ok(None),
            // Each in a transaction: a driver's obstacle does not keep the others waiting.
            (Ok(sum), false) => {
                let mut transaction = scope.sibling(Mode::Write);
                write(&mut transaction, &terms, &planned, date, sum)
                    .await
                    .map(Some)
            }
            (Err(error), _) => Err(error),
        };
        result.add(planned, outcome)?;
    }
    Ok(result)
}

impl AgentInvoiceRunResult {
    fn add(
        &mut self,
        planned: PlannedInvoice,
        outcome: Result<Option<AgentInvoiceId>>,
    ) -> Result<()> {
        let (id, error) = match outcome {
            Ok(id) => (id, None),
            Err(Error::Internal(error)) => return Err(Error::Internal(error)),
            Err(error) => (None, Some(error.full_message().to_translatable())),
        };
        let sum = rules::sum(&planned.lines);
        if error.is_none() {
            self.total_invoices += 1;
            self.total_amount += sum.total;
        }
        self.invoices.push(AgentRunInvoice {
            id,
            driver_id: planned.driver,
            driver_name: planned.supplier.name,
            period_start: planned.period.0,
            period_end: planned.period.1,
            charges: planned.charges.len(),
            tax_exclusive_amount: sum.tax_exclusive_amount,
            tax: sum.tax,
            amount: sum.total,
            error,
        });
        Ok(())
    }
}

async fn check(scope: &Scope, request: &AgentInvoiceRunRequest) -> Result<()> {
    let mut errors =
        input_rules::check_days(request.from_date, request.to_date, request.invoice_date);
    let ids = request.driver_ids.len();
    errors.extend(input_rules::check_id_counts(&[("driverIds", ids)]));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let mut reading = scope.sibling(Mode::Read);
    let known = drivers::load_suppliers(&mut reading, &request.driver_ids).await?;
    match known.len() == request.driver_ids.len() {
        true => Ok(()),
        false => Err(Error::NotFound("The driver")),
    }
}

/// Returns the invoices of suppliers with unpaid charges, ordered by driver.
async fn plan(
    scope: &Scope,
    request: &AgentInvoiceRunRequest,
    terms: &Terms,
) -> Result<Vec<PlannedInvoice>> {
    let mut reading = scope.sibling(Mode::Read);
    let period = surrounding_moments(request.from_date, request.to_date);
    let mut unpaid = jobs::find_unpaid(&mut reading, period, &request.driver_ids).await?;
    unpaid.retain(|charge| {
        let day = charge.finished_time.with_timezone(&terms.zone).date_naive();
        request.from_date <= day && day <= request.to_date
    });
    let mut ids: Vec<DriverId> = unpaid.iter().map(|charge| charge.driver_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut suppliers = drivers::load_suppliers(&mut reading, &ids).await?;
    suppliers.retain(|_, supplier| supplier.driver_type.is_supplier());
    Ok(group(
        unpaid,
        &suppliers,
        terms,
        (request.from_date, request.to_date),
    ))
}

/// Groups charges by driver, in invoices of bounded length.
fn group(
    unpaid: Vec<UnpaidCharge>,
    suppliers: &HashMap<DriverId, drivers::Supplier>,
    terms: &Terms,
    period: (NaiveDate, NaiveDate),
) -> Vec<PlannedInvoice> {
    let mut plan: BTreeMap<DriverId, Vec<PlannedInvoice>> = BTreeMap::new();
    for charge in unpaid {
        let Some(supplier) = suppliers.get(&charge.driver_id) else {
            continue;
        };
        let supplier = AgentSupplier::from(supplier);
        let lines = rules::to_lines(&charge, &supplier, terms);
        let of_driver = plan.entry(charge.driver_id).or_default();
        let has_room =
            |invoice: &&mut PlannedInvoice| invoice.lines.len() + lines.len() <= MAX_LINES;
        match of_driver.last_mut().filter(has_room) {
            Some(invoice) => {
                invoice.lines.extend(lines);
                invoice.charges.push(charge);
            }
            None => of_driver.push(PlannedInvoice {
                driver: charge.driver_id,
                supplier,
                lines,
                charges: vec![charge],
                period,
            }),
        }
    }
    plan.into_values().flatten().collect()
}

async fn write(
    scope: &mut Scope,
    terms: &Terms,
    planned: &PlannedInvoice,
    date: NaiveDate,
    sum: Amount,
) -> Result<AgentInvoiceId> {
    let invoice = scope
        .create(New::<AgentInvoice> {
            invoice_number: None,
            invoice_type: InvoiceType::AgentRcti,
            driver_id: planned.driver,
            status: AgentInvoiceStatus::Open,
            invoice_date: date,
            period_start: planned.period.0,
            period_end: planned.period.1,
            paid_date: None,
            currency: terms.currency.clone(),
            tax_exclusive_amount: sum.tax_exclusive_amount,
            tax: sum.tax,
            amount: sum.total,
            supplier: planned.supplier.clone(),
            recipient: terms.seller.clone(),
            lines: planned.lines.clone(),
            notes: None,
            mailed_time: None,
            mail_state: None,
            creator_user_id: scope.caller.user(),
        })
        .await?;
    jobs::put_on_agent_invoice(scope, invoice.id.0, &planned.charges).await?;
    scope.commit().await?;
    Ok(invoice.id)
}
