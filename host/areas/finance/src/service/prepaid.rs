//! What customers that pay ahead have left.

use kernel::{Error, Result, Scope, ids::CustomerId, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{low_balance, owed, terms::terms};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalanceOf {
    /// A customer's user may leave it out.
    customer_id: Option<CustomerId>,
}

/// What a customer has paid ahead, and what bookings have drawn on it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrepaidBalance {
    customer_id: CustomerId,
    /// ISO 4217 code.
    currency: String,
    /// What of its payments and credits reduces no invoice yet.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    paid_ahead: Decimal,
    /// Booked or invoiced, and not paid for.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    used: Decimal,
    /// What it can book for; below 0 once more is owed than was paid ahead.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    balance: Decimal,
    /// Below it the customer is told; null: nobody is.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    low_balance_threshold: Option<Decimal>,
    /// The customer's own, where it has one.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    own_threshold: Option<Decimal>,
}

pub async fn balance(mut scope: Scope, of: BalanceOf) -> Result<PrepaidBalance> {
    let named = of.customer_id.or(scope.caller.customer());
    let named = named.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer_id = customers::billing(&mut scope, named).await?.id;
    let paid_ahead = owed::ahead(&mut scope, customer_id).await?;
    let balance = customers::balance(&mut scope, customer_id).await?;
    let currency = terms(&scope).await?.currency;
    let own_threshold = low_balance::row(&mut scope, customer_id)
        .await?
        .and_then(|row| row.threshold);
    let low_balance_threshold = low_balance::threshold(&mut scope, own_threshold).await?;
    let used = (paid_ahead - balance).normalize();
    Ok(PrepaidBalance {
        customer_id,
        currency,
        paid_ahead,
        used,
        balance,
        low_balance_threshold,
        own_threshold,
    })
}
