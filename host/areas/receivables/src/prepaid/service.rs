//! Balances of prepaid customers.

use data::{Error, Result, Scope, ids::CustomerId, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{prepaid, statements};
use billing::invoices::terms::terms;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalanceQuery {
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
}

/// A customer's prepayment and its use by bookings.
#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrepaidBalance {
    customer_id: CustomerId,
    /// ISO 4217 code.
    currency: String,
    /// Unapplied payments and credits.
    paid_ahead: Decimal,
    /// Booked or invoiced, and unpaid.
    used: Decimal,
    /// Available for bookings. Negative if more is owed than prepaid.
    balance: Decimal,
    /// Effective threshold of low balance notices. Null: none.
    low_balance_threshold: Option<Decimal>,
    /// The customer's own threshold, if any.
    own_threshold: Option<Decimal>,
}

pub async fn balance(mut scope: Scope, query: BalanceQuery) -> Result<PrepaidBalance> {
    let requested_id = query.customer_id.or(scope.caller.customer());
    let requested_id =
        requested_id.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer_id = customers::load_billing(&mut scope, requested_id).await?.id;
    let paid_ahead = statements::store::load_prepaid(&mut scope, customer_id).await?;
    let balance = customers::balance(&mut scope, customer_id).await?;
    let currency = terms(&scope).await?.currency;
    let own_threshold = prepaid::low_balance::load_row(&mut scope, customer_id)
        .await?
        .and_then(|row| row.threshold);
    let low_balance_threshold = prepaid::low_balance::threshold(&mut scope, own_threshold).await?;
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
