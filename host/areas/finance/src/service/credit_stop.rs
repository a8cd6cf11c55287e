//! Stops of credit by rule: set by a step of the reminders, lifted when nothing is overdue any more.

use kernel::{Error, Result, Scope, Where, db::Mode, ids::CustomerId};
use rust_decimal::Decimal;

use super::{
    dunning::overdue,
    owed,
    terms::{Terms, terms},
};
use crate::{
    events::{CREDIT_STOP_LIFTED, CREDIT_STOPPED},
    model::dunning::{CreditStop, CreditStopId},
    rules::dunning,
};

fn open(customer: CustomerId) -> Where<CreditStop> {
    Where::all()
        .eq(CreditStop::CUSTOMER_ID, customer)
        .is_null(CreditStop::LIFTED_TIME)
}

/// Stops the customer, in the scope's transaction. One that the tenant's people have stopped is left to them.
pub async fn stop(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    if !customers::stop_credit(scope, customer).await? {
        return Ok(());
    }
    if scope.first::<CreditStop>(open(customer)).await?.is_none() {
        let mut stop = CreditStop {
            id: CreditStopId::default(),
            row_version: 0,
            customer_id: customer,
            stopped_time: scope.now(),
            lifted_time: None,
        };
        scope.insert(&mut stop).await?;
    }
    scope.announce(&CREDIT_STOPPED, &customer).await
}

/// Lets the customer book again when all that was overdue is paid, disputed or covered by what it has paid ahead.
pub async fn lift(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    if scope.first::<CreditStop>(open(customer)).await?.is_none() {
        return Ok(());
    }
    customers::hold(scope, customer).await?;
    let terms: Terms = terms(scope).await?;
    // Read anew: somebody else may have lifted it meanwhile.
    let Some(mut stop) = scope.first::<CreditStop>(open(customer)).await? else {
        return Ok(());
    };
    let (own, foreign): (Vec<_>, Vec<_>) = overdue(scope, customer, terms.today)
        .await?
        .into_iter()
        .partition(|due| due.currency == terms.currency);
    let sum: Decimal = own.iter().map(|invoice| invoice.outstanding_amount).sum();
    let ahead = owed::ahead(scope, customer).await?;
    if !foreign.is_empty() || dunning::uncovered(sum, ahead) > Decimal::ZERO {
        return Ok(());
    }
    stop.lifted_time = Some(scope.now());
    scope.update(&mut stop).await?;
    // The tenant's people may have set another status since: it stays.
    if customers::lift_credit_stop(scope, customer).await? {
        scope.announce(&CREDIT_STOP_LIFTED, &customer).await?;
    }
    scope.commit().await
}

/// Each night, for what no payment tells of: disputes, void invoices, credits.
pub async fn lift_all(scope: &Scope) -> Result<()> {
    let stops: Vec<CreditStop> = scope
        .sibling(Mode::Read)
        .all(Where::all().is_null(CreditStop::LIFTED_TIME))
        .await?;
    for stop in stops {
        match lift(&mut scope.sibling(Mode::Write), stop.customer_id).await {
            Ok(()) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
