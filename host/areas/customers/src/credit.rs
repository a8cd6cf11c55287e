//! Customer credit: amounts owed and available.

use data::{Refusal, Result, Scope, ids::CustomerId, message};
use futures_util::future::BoxFuture;
use rust_decimal::Decimal;
use serde::Serialize;

use crate::{model::Customer, store::lock_customer, values::CustomerType};

const OVER_LIMIT: Refusal =
    Refusal::new(2102, "This booking would pass the customer's credit limit.");
const BALANCE_TOO_LOW: Refusal = Refusal::new(
    2105,
    "The customer's prepaid balance is too low for this booking.",
);
const HAS_OPEN_BOOKINGS: Refusal = Refusal::new(2103, "This customer has open bookings.");

/// Port to a customer's account totals, implemented by higher layers.
pub trait AccountPort: Send + Sync {
    /// Amount booked and unpaid, in the tenant's base currency.
    fn amount_owed<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>>;
    /// Prepaid amount: unallocated payments and credits.
    fn prepaid_amount<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<Decimal>>;
    /// Number of bookings neither delivered nor ended.
    fn count_open_bookings<'a>(
        &'a self,
        scope: &'a mut Scope,
        customer: CustomerId,
    ) -> BoxFuture<'a, Result<i64>>;
}

/// A customer's credit, for callers with permission.
#[data::wire]
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Credit {
    /// None: no limit.
    limit: Option<Decimal>,
    /// Booked and unpaid including tax, in the tenant's base currency.
    used: Decimal,
    /// Remaining credit; negative if the limit was lowered below `used`.
    available: Option<Decimal>,
}

pub(crate) async fn credit(scope: &mut Scope, customer: &Customer) -> Result<Credit> {
    let used = scope
        .port::<dyn AccountPort>()?
        .amount_owed(scope, customer.id)
        .await?;
    let limit = customer.credit_limit;
    Ok(Credit {
        limit,
        used,
        available: limit.map(|limit| limit - used),
    })
}

/// Prepaid amount minus the amount booked and unpaid.
pub(crate) async fn balance(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let port = scope.port::<dyn AccountPort>()?;
    let ahead = port.prepaid_amount(scope, customer).await?;
    Ok((ahead - port.amount_owed(scope, customer).await?).normalize())
}

/// Rejects an amount above the balance or limit. Locks the customer, so that concurrent bookings
/// cannot exceed it together.
pub(crate) async fn check(scope: &mut Scope, customer: &Customer, amount: Decimal) -> Result<()> {
    match customer.customer_type {
        CustomerType::Account => check_limit(scope, customer, amount).await,
        CustomerType::Prepaid => check_balance(scope, customer, amount).await,
        _ => Ok(()),
    }
}

async fn check_balance(scope: &mut Scope, customer: &Customer, amount: Decimal) -> Result<()> {
    lock_customer(scope, customer.id).await?;
    let balance = balance(scope, customer.id).await?;
    let Some(missing) = excess_over(balance, Decimal::ZERO, amount) else {
        return Ok(());
    };
    let currency = tenancy::settings(scope).await?.base_currency.clone();
    Err(BALANCE_TOO_LOW.with_message(message!(
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
    lock_customer(scope, customer.id).await?;
    let used = scope
        .port::<dyn AccountPort>()?
        .amount_owed(scope, customer.id)
        .await?;
    match excess_over(limit, used, amount) {
        None => Ok(()),
        Some(over) => {
            let currency = tenancy::settings(scope).await?.base_currency.clone();
            Err(OVER_LIMIT.with_message(message!(
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

fn excess_over(limit: Decimal, used: Decimal, amount: Decimal) -> Option<Decimal> {
    let excess = used + amount - limit;
    (amount > Decimal::ZERO && excess > Decimal::ZERO).then_some(excess)
}

/// Rejects while the customer has open bookings.
pub(crate) async fn check_no_open_bookings(scope: &mut Scope, customer: &Customer) -> Result<()> {
    let open = scope
        .port::<dyn AccountPort>()?
        .count_open_bookings(scope, customer.id)
        .await?;
    if open == 0 {
        return Ok(());
    }
    let name = customer.display_name();
    Err(HAS_OPEN_BOOKINGS.with_message(message!(
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
            excess_over(limit.into(), used.into(), amount.into())
        };
        assert_eq!(passed(100, 60, 40), None);
        assert_eq!(passed(100, 60, 41), Some(1.into()));
        assert_eq!(passed(0, 0, 1), Some(1.into()));
        assert_eq!(passed(100, 150, 0), None);
    }
}
