//! Low balance notices: one email per fall below the threshold.

use std::sync::LazyLock;

use customers::CustomerType;
use data::{
    Error, New, NewRecord, Result, Scope, Where,
    db::Mode,
    email::is_email,
    ids::{BookingId, CustomerId},
    message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::MailedRecord;
use work::{
    event::ScopeEvents,
    job::ScopeJobs,
    mail::{MailMessage, Person, Template, Templates},
};

use crate::{dunning::model::LowBalance, events::LOW_BALANCE};
use billing::invoices::download::invoice::format_amount;
use billing::{
    invoices::{self, terms::terms},
    settings::service::settings,
};

const LOW_BALANCE_EMAIL: Template = Template {
    name: "low-balance",
    subject: "Your prepaid balance with {{ brand }} is low",
    text: include_str!("../mail/low_balance.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[LOW_BALANCE_EMAIL]).map_err(|error| format!("{error:#}")));

pub async fn load_row(scope: &mut Scope, customer: CustomerId) -> Result<Option<LowBalance>> {
    scope
        .first(Where::all().eq(LowBalance::CUSTOMER_ID, customer))
        .await
}

/// Returns None without notices.
pub async fn threshold(
    scope: &mut Scope,
    customer_threshold: Option<Decimal>,
) -> Result<Option<Decimal>> {
    let rule = settings(scope).await?.low_balance;
    Ok(rule
        .is_active
        .then(|| customer_threshold.unwrap_or(rule.threshold)))
}

fn new(customer: CustomerId) -> LowBalance {
    New::<LowBalance> {
        customer_id: customer,
        threshold: None,
        is_low: false,
        mailed_time: None,
    }
    .unsaved()
}

async fn store(scope: &mut Scope, row: &mut LowBalance) -> Result<()> {
    match row.row_version {
        0 => scope.insert(row).await,
        _ => scope.update(row).await,
    }
}

pub async fn check_after_booking(mut scope: Scope, booking: BookingId) -> Result<()> {
    let customer = match bookings::load_feeable(&mut scope, booking).await {
        Ok(booking) => booking.customer_id,
        Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    check_balance(&mut scope, customer, true).await
}

/// Sends no notice on a first check after a payment, since the balance has not fallen.
pub async fn check_balance(scope: &mut Scope, customer: CustomerId, is_drawn: bool) -> Result<()> {
    let billing = match customers::load_billing(scope, customer).await {
        Ok(billing) if billing.customer_type == CustomerType::Prepaid => billing,
        Ok(_) | Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    // Concurrent checks would both detect the same fall.
    customers::lock_customer(scope, customer).await?;
    let found = load_row(scope, customer).await?;
    let is_first = found.as_ref().is_none_or(|row| row.row_version == 0);
    let mut row = found.unwrap_or_else(|| new(customer));
    let Some(threshold) = threshold(scope, row.threshold).await? else {
        return Ok(());
    };
    let balance = customers::balance(scope, customer).await?;
    let is_low = balance < threshold;
    if row.is_low == is_low && !is_first {
        return Ok(());
    }
    let is_told = is_low && !row.is_low && (is_drawn || !is_first);
    row.is_low = is_low;
    if is_told {
        row.mailed_time = Some(scope.now());
        let currency = terms(scope).await?.currency;
        let brand = tenancy::tenant(scope.host(), scope.tenant)
            .await?
            .ok_or(Error::NotFound("The tenant"))?;
        let invoiced = invoices::draft::to_invoiced_customer(&billing);
        if let Some(address) = billing.email.clone().filter(|address| is_email(address)) {
            let sum = |amount: Decimal| format!("{} {currency}", format_amount(amount, &currency));
            let values = json!({"customer": invoiced.name(), "balance": sum(balance), "threshold": sum(threshold)});
            let templates = TEMPLATES
                .as_ref()
                .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
            let content = templates.render(LOW_BALANCE_EMAIL.name, &brand.name, &values)?;
            let to = vec![Person::new(invoiced.name(), address)];
            tenancy::queue_mail_about(
                scope,
                MailMessage {
                    to,
                    content,
                    ..MailMessage::default()
                },
                MailedRecord::new(
                    "Customer",
                    customer.0,
                    LOW_BALANCE_EMAIL.name,
                    ledger::access::STATEMENTS,
                ),
            )
            .await?;
        }
        scope.publish(&LOW_BALANCE, &customer).await?;
    }
    store(scope, &mut row).await?;
    scope.commit().await
}

/// Runs nightly, for changes without a booking or payment: corrected prices, other invoices.
pub async fn check_balances(scope: &Scope) -> Result<()> {
    if !settings(&mut scope.sibling(Mode::Read))
        .await?
        .low_balance
        .is_active
    {
        return Ok(());
    }
    let rows: Vec<LowBalance> = scope.sibling(Mode::Read).all(Where::all()).await?;
    for (at, row) in rows.iter().enumerate() {
        scope.step(at, Some(rows.len()), "Looking at prepaid balances")?;
        check_balance(&mut scope.sibling(Mode::Write), row.customer_id, true).await?;
    }
    Ok(())
}

#[data::wire]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateLowBalance {
    customer_id: CustomerId,
    /// Null or absent: the tenant's threshold.
    threshold: Option<Decimal>,
}

/// A customer's threshold.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerLowBalance {
    customer_id: CustomerId,
    /// Null: the tenant's threshold.
    threshold: Option<Decimal>,
    is_low: bool,
}

/// Sends no notice, since the balance has not fallen.
pub async fn update(mut scope: Scope, sent: UpdateLowBalance) -> Result<CustomerLowBalance> {
    if sent
        .threshold
        .is_some_and(|threshold| threshold.is_sign_negative())
    {
        return Err(Error::invalid("threshold", message!("must be 0 or more")));
    }
    if let Some(threshold) = sent.threshold {
        carriage::money::check(threshold, "threshold")
            .map_err(|error| Error::Invalid(vec![error]))?;
    }
    let customer = customers::load_billing(&mut scope, sent.customer_id)
        .await?
        .id;
    customers::lock_customer(&mut scope, customer).await?;
    let mut row = load_row(&mut scope, customer)
        .await?
        .unwrap_or_else(|| new(customer));
    row.threshold = sent.threshold;
    let balance = customers::balance(&mut scope, customer).await?;
    row.is_low = threshold(&mut scope, row.threshold)
        .await?
        .is_some_and(|threshold| balance < threshold);
    store(&mut scope, &mut row).await?;
    scope.commit().await?;
    Ok(CustomerLowBalance {
        customer_id: customer,
        threshold: row.threshold,
        is_low: row.is_low,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_email_renders() {
        let values =
            json!({"customer": "Bluegum Wines", "balance": "12.00 AUD", "threshold": "50.00 AUD"});
        let content = TEMPLATES
            .as_ref()
            .unwrap()
            .render(LOW_BALANCE_EMAIL.name, "Blue & Co", &values)
            .unwrap();
        assert_eq!(
            content.subject,
            "Your prepaid balance with Blue & Co is low"
        );
        assert!(
            content.text.contains("12.00 AUD") && !content.text.contains('{'),
            "{}",
            content.text
        );
    }
}
