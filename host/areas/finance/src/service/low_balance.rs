//! Balances of customers that pay ahead: a mail when one falls below its threshold, once until it was higher again.

use std::sync::LazyLock;

use customers::CustomerType;
use kernel::{
    Error, Result, Scope, Where,
    db::Mode,
    ids::{BookingId, CustomerId},
    mail::{MailMessage, Person, Template, Templates, is_email},
    message,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{draft, settings::settings, terms::terms};
use crate::{
    events::LOW_BALANCE,
    model::dunning::{LowBalance, LowBalanceId},
    papers::printed_amount,
};

const LETTER: Template = Template {
    name: "low-balance",
    subject: "Your prepaid balance with {{ brand }} is low",
    text: include_str!("../mail/low_balance.txt"),
};

static READY: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[LETTER]).map_err(|error| format!("{error:#}")));

/// What is watched of a customer.
pub async fn row(scope: &mut Scope, customer: CustomerId) -> Result<Option<LowBalance>> {
    scope
        .first(Where::all().eq(LowBalance::CUSTOMER_ID, customer))
        .await
}

/// The threshold that holds for the customer; none where nobody is told.
pub async fn threshold(scope: &mut Scope, own: Option<Decimal>) -> Result<Option<Decimal>> {
    let rule = settings(scope).await?.low_balance;
    Ok(rule.is_active.then(|| own.unwrap_or(rule.threshold)))
}

fn new(customer: CustomerId) -> LowBalance {
    LowBalance {
        id: LowBalanceId::default(),
        row_version: 0,
        customer_id: customer,
        threshold: None,
        is_low: false,
        mailed_time: None,
    }
}

async fn store(scope: &mut Scope, row: &mut LowBalance) -> Result<()> {
    match row.row_version {
        0 => scope.insert(row).await,
        _ => scope.update(row).await,
    }
}

/// After a booking was booked, which may bring the balance below the threshold.
pub async fn booked(mut scope: Scope, booking: BookingId) -> Result<()> {
    let customer = match bookings::feeable(&mut scope, booking).await {
        Ok(booking) => booking.customer_id,
        Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    watch(&mut scope, customer, true).await
}

/// Looks at the customer's balance. One that was never looked at and is low after a payment has not fallen.
pub async fn watch(scope: &mut Scope, customer: CustomerId, is_drawn: bool) -> Result<()> {
    let billing = match customers::billing(scope, customer).await {
        Ok(billing) if billing.customer_type == CustomerType::Prepaid => billing,
        Ok(_) | Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    // Two who look at the same time would both find that it has just fallen.
    customers::hold(scope, customer).await?;
    let found = row(scope, customer).await?;
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
        let invoiced = draft::invoiced(&billing);
        if let Some(address) = billing.email.clone().filter(|address| is_email(address)) {
            let sum = |amount: Decimal| format!("{} {currency}", printed_amount(amount, &currency));
            let values = json!({"customer": invoiced.name(), "balance": sum(balance), "threshold": sum(threshold)});
            let templates = READY
                .as_ref()
                .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
            let content = templates.fill(LETTER.name, &brand.name, &values)?;
            let to = vec![Person::new(invoiced.name(), address)];
            tenancy::queue_mail(
                scope,
                MailMessage {
                    to,
                    content,
                    ..MailMessage::default()
                },
            )
            .await?;
        }
        scope.announce(&LOW_BALANCE, &customer).await?;
    }
    store(scope, &mut row).await?;
    scope.commit().await
}

/// Each night, for what neither a booking nor a payment tells of: corrected prices, invoices for something else.
pub async fn watch_all(scope: &Scope) -> Result<()> {
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
        watch(&mut scope.sibling(Mode::Write), row.customer_id, true).await?;
    }
    Ok(())
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateLowBalance {
    customer_id: CustomerId,
    /// Null or left out: the tenant's.
    #[serde(default, with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    threshold: Option<Decimal>,
}

/// From when on a customer is told.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerLowBalance {
    customer_id: CustomerId,
    /// Null: the tenant's.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    threshold: Option<Decimal>,
    is_low: bool,
}

/// Sets the customer's own threshold. Nobody is told because of it: the balance has not fallen.
pub async fn update(mut scope: Scope, sent: UpdateLowBalance) -> Result<CustomerLowBalance> {
    if sent
        .threshold
        .is_some_and(|threshold| threshold.is_sign_negative())
    {
        return Err(Error::invalid("threshold", message!("must be 0 or more")));
    }
    if let Some(threshold) = sent.threshold {
        freight::money::check(threshold, "threshold")
            .map_err(|error| Error::Invalid(vec![error]))?;
    }
    let customer = customers::billing(&mut scope, sent.customer_id).await?.id;
    customers::hold(&mut scope, customer).await?;
    let mut row = row(&mut scope, customer)
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
    fn the_letter_can_be_written() {
        let values =
            json!({"customer": "Bluegum Wines", "balance": "12.00 AUD", "threshold": "50.00 AUD"});
        let content = READY
            .as_ref()
            .unwrap()
            .fill(LETTER.name, "Blue & Co", &values)
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
