//! Remittance advices, cancelled only before any receipt.

use chrono::NaiveDate;
use data::{
    Empty, Error, ListQuery, New, PageOf, Refusal, Result, Scope, Where, case, ids::CustomerId,
    life_cycle::Operation as _, message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw,
    http::{self, Response},
};

use crate::{
    payments::model::{Remittance, RemittanceId, RemittanceInvoice},
    values::{RemittanceOperation, RemittanceStatus},
};
use billing::{
    allocations::{model::InvoiceShare, rules::MAX_SHARES},
    invoices::model::Invoice,
    number_series::model::SeriesKind,
};
use billing::{
    invoices::{self, terms::terms},
    number_series,
};
use ledger::input_rules::check_note;

pub const INVALID_REMITTANCE_STATUS: Refusal =
    Refusal::new(5104, "The remittance advice is not in a state for this.");

const MAX_PENDING: i64 = 100;

pub const MAX_BODY: usize = 64 << 10;

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateRemittance {
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
    payment_date: NaiveDate,
    note: Option<String>,
    /// At most 500.
    invoice_payments: Vec<InvoiceShare>,
}

#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedRemittance {
    remittance_number: String,
    total_amount: Decimal,
}

/// A remittance advice and its amounts by invoice.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholeRemittance {
    #[serde(flatten)]
    remittance: Remittance,
    /// Operations that its status allows, permissions aside.
    allowed_operations: Vec<RemittanceOperation>,
    invoice_remittances: Vec<RemittanceInvoice>,
}

/// One customer's remittance advices. Default: all visible to the caller.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemittancesQuery {
    customer_id: Option<CustomerId>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemittanceQuery {
    remittance_number: String,
}

#[data::wire(trim)]
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RemittanceCancellation")]
pub struct Cancellation {
    note: Option<String>,
}

pub async fn create(mut scope: Scope, sent: CreateRemittance) -> Result<CreatedRemittance> {
    let requested_id = sent.customer_id.or(scope.caller.customer());
    let customer =
        requested_id.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customers::Billing {
        id: customer,
        organization_unit_id: unit,
        ..
    } = customers::load_billing(&mut scope, customer).await?;
    check_pending(&mut scope, customer).await?;
    if !(1..=MAX_SHARES).contains(&sent.invoice_payments.len()) {
        return Err(Error::invalid(
            "invoicePayments",
            message!("must be 1 to {max} invoices", max = MAX_SHARES),
        ));
    }
    check_note(sent.note.as_deref())?;
    let mut invoices: Vec<Invoice> = Vec::with_capacity(sent.invoice_payments.len());
    for share in &sent.invoice_payments {
        invoices.push(invoices::service::find(&mut scope, share.invoice_id).await?);
    }
    if invoices
        .iter()
        .any(|invoice| invoice.customer_id != customer)
    {
        return Err(Error::invalid(
            "invoicePayments",
            message!("must be invoices of this customer"),
        ));
    }
    let mut errors =
        billing::allocations::rules::check("invoicePayments", &sent.invoice_payments, &invoices);
    let currency = invoices[0].currency.clone();
    errors.extend(billing::allocations::rules::check_currency(
        "invoicePayments",
        &currency,
        &invoices,
    ));
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let today = terms(&scope).await?.today;
    let numbers = number_series::service::load_numbers(&mut scope, SeriesKind::Remittance).await?;
    let taken = numbers
        .assign_next(&mut scope, today, unit)
        .await?
        .ok_or_else(|| Error::Internal(anyhow::anyhow!("remittance advices are counted")))?;
    let remittance = scope
        .create(New::<Remittance> {
            remittance_number: taken.number.clone(),
            customer_id: customer,
            currency,
            total_amount: sent.invoice_payments.iter().map(|share| share.amount).sum(),
            payment_date: sent.payment_date,
            status: RemittanceStatus::Pending,
            note: sent.note,
            creator_user_id: scope.caller.user(),
        })
        .await?;
    taken.link_document(&mut scope, remittance.id.0).await?;
    let line = |(share, invoice): (InvoiceShare, Invoice)| New::<RemittanceInvoice> {
        remittance_id: remittance.id,
        invoice_id: invoice.id,
        invoice_number: invoice.invoice_number,
        amount: share.amount,
        paid_amount: Decimal::ZERO,
        status: RemittanceStatus::Pending,
        note: share.note,
    };
    let lines = sent
        .invoice_payments
        .into_iter()
        .zip(invoices)
        .map(line)
        .collect();
    scope.create_all(lines).await?;
    scope.commit().await?;
    let Remittance {
        remittance_number,
        total_amount,
        ..
    } = remittance;
    Ok(CreatedRemittance {
        remittance_number,
        total_amount,
    })
}

async fn check_pending(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    if scope.caller.customer().is_none() {
        return Ok(());
    }
    let pending = Where::all()
        .eq(Remittance::CUSTOMER_ID, customer)
        .eq(Remittance::STATUS, RemittanceStatus::Pending);
    match scope.count::<Remittance>(pending).await? < MAX_PENDING {
        true => Ok(()),
        false => Err(INVALID_REMITTANCE_STATUS.with_message(message!(
            "{max} remittance advices of yours are pending: pay or delete some first.",
            max = MAX_PENDING
        ))),
    }
}

pub async fn list(
    mut scope: Scope,
    filter: RemittancesQuery,
    query: ListQuery,
) -> Result<PageOf<WholeRemittance>> {
    let narrow = Where::all().eq_some(Remittance::CUSTOMER_ID, filter.customer_id);
    let page = scope.page::<Remittance>(&query, narrow).await?;
    let ids: Vec<RemittanceId> = page.items.iter().map(|remittance| remittance.id).collect();
    let lines = Where::all().is_in(RemittanceInvoice::REMITTANCE_ID, &ids);
    let mut lines: Vec<RemittanceInvoice> = scope.all(lines).await?;
    Ok(page.map(|remittance| {
        let own = |line: &mut RemittanceInvoice| line.remittance_id == remittance.id;
        let invoice_remittances = lines.extract_if(.., own).collect();
        WholeRemittance {
            allowed_operations: RemittanceOperation::list_allowed(remittance.status),
            remittance,
            invoice_remittances,
        }
    }))
}

pub fn check_status(operation: RemittanceOperation, status: RemittanceStatus) -> Result<()> {
    if operation.is_allowed_in(status) {
        return Ok(());
    }
    Err(INVALID_REMITTANCE_STATUS.with_message(match operation {
        RemittanceOperation::Pay => message!(
            "The remittance advice is {status}: nothing more is paid by it.",
            status = status
        ),
        RemittanceOperation::Delete => message!(
            "The remittance advice is {status}: it can be deleted while nothing has come in.",
            status = status
        ),
    }))
}

/// Cancels an advice before any receipt. The query has the number, the body the note.
pub async fn delete(mut scope: Scope, raw: Raw) -> Result<Response> {
    let RemittanceQuery { remittance_number } = raw.query()?;
    let Cancellation { note } = match raw.body.trim_ascii() {
        b"" => Cancellation::default(),
        body => case::from_json(body)?,
    };
    check_note(note.as_deref())?;
    let mut remittance = find(&mut scope, &remittance_number).await?;
    check_status(RemittanceOperation::Delete, remittance.status)?;
    remittance.status = RemittanceStatus::Cancelled;
    remittance.note = note.or(remittance.note);
    scope.update(&mut remittance).await?;
    scope.commit().await?;
    http::json_response(&Empty {})
}

/// Finds it if visible to the caller.
pub async fn find(scope: &mut Scope, number: &str) -> Result<Remittance> {
    let narrow = Where::all().eq(Remittance::REMITTANCE_NUMBER, number.trim().to_owned());
    scope
        .first(narrow)
        .await?
        .ok_or(Error::NotFound("The remittance advice"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        data::life_cycle::assert_transitions(
            INVALID_REMITTANCE_STATUS.code,
            |operation: RemittanceOperation, status| match check_status(operation, status) {
                Err(Error::Refused { code, .. }) => Err(code),
                result => {
                    result.unwrap();
                    Ok(operation.targets()[0])
                }
            },
        );
    }
}
