//! Credit stops that a rule sets and lifts; what the tenant's people have set themselves stays.

use kernel::{Result, Scope, ids::CustomerId};

use crate::{AccountStatus, events, row};

/// Stops a customer in good standing; whether it did.
pub async fn stop_credit(scope: &mut Scope, id: CustomerId) -> Result<bool> {
    change(scope, id, AccountStatus::Active, AccountStatus::CreditStop).await
}

/// Lets a stopped customer book again; whether it did.
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
    scope.announce(&events::CHANGED, &id).await?;
    Ok(true)
}
