//! What a customer owes and what it may still book on account.

use futures_util::future::BoxFuture;
use kernel::{Refusal, Result, Scope, db::Val, ids::CustomerId, message, tsql};
use rust_decimal::Decimal;
use serde::Serialize;

use crate::{CustomerType, model::Customer};

const OVER_LIMIT: Refusal =
    Refusal::new(2102, "This booking would pass the customer's credit limit.");
const TOO_LITTLE: Refusal = Refusal::new(
    2105,
    "The customer's prepaid balance is too low for this booking.",
);
const OPEN: Refusal = Refusal::new(2103, "This customer has open bookings.");

/// What the areas above know of a customer's account.
pub trait AccountPort: Send + Sync {
    /// What the customer has booked and not paid for, in the tenant's base currency.
    fn owed<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>>;
    /// What the customer has paid ahead: what of its payments and credits reduces no invoice yet.
    fn ahead<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>>;
    /// How many of its bookings are neither delivered nor given up.
    fn open<'a>(&'a self, scope: &'a mut Scope, customer: CustomerId)
    -> BoxFuture<'a, Result<i64>>;
}

/// A customer's credit, for callers who may see it.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Credit {
    /// None: no limit.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    limit: Option<Decimal>,
    /// Booked and not paid for, with tax, in the tenant's base currency.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    used: Decimal,
    /// What is left of the limit; below 0 once the limit was lowered under what is used.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    available: Option<Decimal>,
}

pub(crate) async fn credit(scope: &mut Scope, customer: &Customer) -> Result<Credit> {
    let used = scope
        .port::<dyn AccountPort>()?
        .owed(scope, customer.id)
        .await?;
    let limit = customer.credit_limit;
    Ok(Credit {
        limit,
        used,
        available: limit.map(|limit| limit - used),
    })
}

/// What a customer has paid ahead, less what it has booked and not paid for.
pub(crate) async fn balance(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let port = scope.port::<dyn AccountPort>()?;
    let ahead = port.ahead(scope, customer).await?;
    Ok((ahead - port.owed(scope, customer).await?).normalize())
}

/// Refuses what a customer that pays ahead has no balance for, and what would pass the limit of one that books on
/// account. Until the end of the transaction nobody else books for the same customer, so that two at once do not pass
/// the limit together.
pub(crate) async fn check(scope: &mut Scope, customer: &Customer, amount: Decimal) -> Result<()> {
    match customer.customer_type {
        CustomerType::Account => check_limit(scope, customer, amount).await,
        CustomerType::Prepaid => check_balance(scope, customer, amount).await,
        _ => Ok(()),
    }
}

/// Nobody else books for the customer, or pays its prepaid sums back, until the end of the transaction.
pub(crate) async fn hold(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    let lock =
        tsql!("UPDATE customers SET is_deleted = is_deleted WHERE tenant_id = $1 AND id = $2");
    scope.rows(lock, vec![Val::I64(customer.0)]).await.map(drop)
}

async fn check_balance(scope: &mut Scope, customer: &Customer, amount: Decimal) -> Result<()> {
    hold(scope, customer.id).await?;
    let balance = balance(scope, customer.id).await?;
    let Some(missing) = passed_by(balance, Decimal::ZERO, amount) else {
        return Ok(());
    };
    let currency = tenancy::settings(scope).await?.base_currency.clone();
    Err(TOO_LITTLE.because(message!(
        "{missing} {currency} are missing: {name} has a prepaid balance of {balance} {currency}, and the booking costs {amount} {currency}.",
        missing = missing.normalize(),
        name = customer.display_name(),
        balance = balance,
        amount = amount.normalize(),
        currency = currency
    )))
}

async fn check_limit(scope: &mut Scope, customer: &Customer, amount: Decimal) -> Result<()> {
    let Some(limit) = customer.credit_limit else {
        return Ok(());
    };
    hold(scope, customer.id).await?;
    let used = scope
        .port::<dyn AccountPort>()?
        .owed(scope, customer.id)
        .await?;
    match passed_by(limit, used, amount) {
        None => Ok(()),
        Some(over) => {
            let currency = tenancy::settings(scope).await?.base_currency.clone();
            Err(OVER_LIMIT.because(message!(
                "{name} would pass its credit limit of {limit} {currency} by {over} {currency}: {used} {currency} are booked and unpaid.",
                name = customer.display_name(),
                limit = limit.normalize(),
                over = over.normalize(),
                used = used.normalize(),
                currency = currency
            )))
        }
    }
}

/// By how much the amount passes the limit; what is free of charge passes none.
fn passed_by(limit: Decimal, used: Decimal, amount: Decimal) -> Option<Decimal> {
    let over = used + amount - limit;
    (amount > Decimal::ZERO && over > Decimal::ZERO).then_some(over)
}

/// Refuses while anything of the customer's is under way.
pub(crate) async fn check_closed(scope: &mut Scope, customer: &Customer) -> Result<()> {
    let open = scope
        .port::<dyn AccountPort>()?
        .open(scope, customer.id)
        .await?;
    if open == 0 {
        return Ok(());
    }
    let name = customer.display_name();
    Err(OPEN.because(message!(
        "{name} has open bookings ({count}). Finish or cancel them first.",
        name = name,
        count = open
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_passed_by_what_is_over_it() {
        let passed = |limit: i64, used: i64, amount: i64| {
            passed_by(limit.into(), used.into(), amount.into())
        };
        assert_eq!(passed(100, 60, 40), None);
        assert_eq!(passed(100, 60, 41), Some(1.into()));
        assert_eq!(passed(0, 0, 1), Some(1.into()));
        assert_eq!(passed(100, 150, 0), None);
    }
}
