//! Automatic credit stops; manual ones by staff are kept.

use data::{Result, Scope, ids::CustomerId, life_cycle::Operation as _};
use work::event::ScopeEvents;

use crate::{
    events, row,
    values::{AccountOperation, AccountStatus},
};

/// Stops a customer in good standing; returns true if changed.
pub async fn stop_credit(scope: &mut Scope, id: CustomerId) -> Result<bool> {
    change(scope, id, AccountOperation::StopCredit).await
}

/// Lifts a credit stop; returns true if changed.
pub async fn lift_credit_stop(scope: &mut Scope, id: CustomerId) -> Result<bool> {
    change(scope, id, AccountOperation::LiftCreditStop).await
}

/// True while the customer's status is the credit stop, automatic or manual.
pub async fn is_credit_stopped(scope: &mut Scope, id: CustomerId) -> Result<bool> {
    Ok(row(scope, id).await?.account_status == AccountStatus::CreditStop)
}

async fn change(scope: &mut Scope, id: CustomerId, operation: AccountOperation) -> Result<bool> {
    let mut customer = row(scope, id).await?;
    if !operation.is_allowed_in(customer.account_status) {
        return Ok(false);
    }
    customer.account_status = operation.target().unwrap_or(customer.account_status);
    scope.update(&mut customer).await?;
    scope.publish(&events::CHANGED, &id).await?;
    Ok(true)
}
