//! Automatic credit stops; manual ones by staff are kept.

use kernel::{Result, Scope, event::ScopeEvents, ids::CustomerId};

use crate::{events, row, values::AccountStatus};

/// Stops a customer in good standing; returns true if changed.
pub async fn stop_credit(scope: &mut Scope, id: CustomerId) -> Result<bool> {
    change(scope, id, AccountStatus::Active, AccountStatus::CreditStop).await
}

/// Lifts a credit stop; returns true if changed.
pub async fn lift_credit_stop(scope: &mut Scope, id: CustomerId) -> Result<bool> {
    change(scope, id, AccountStatus::CreditStop, AccountStatus::Active).await
}

async fn change(
    scope: &mut Scope,
    id: CustomerId,
    from: AccountStatus,
    to: AccountStatus,
) -> Result<bool> {
    let mut customer = row(scope, id).await?;
    if customer.account_status != from {
        return Ok(false);
    }
    customer.account_status = to;
    scope.update(&mut customer).await?;
    scope.publish(&events::CHANGED, &id).await?;
    Ok(true)
}
