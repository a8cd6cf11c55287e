//! Automatic credit stops, lifted when nothing is overdue.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use data::{Error, New, Result, Scope, Where, db::Mode, ids::CustomerId};
use rust_decimal::Decimal;
use work::event::ScopeEvents;

use crate::{dunning::service::load_overdue, statements};
use crate::{
    dunning::{self, model::CreditStop},
    events::{CREDIT_STOP_LIFTED, CREDIT_STOPPED},
};
use billing::invoices::terms::{Terms, terms};

fn open(customer: CustomerId) -> Where<CreditStop> {
    Where::all()
        .eq(CreditStop::CUSTOMER_ID, customer)
        .is_null(CreditStop::LIFTED_TIME)
}

/// Stops the credit in the scope's transaction. A manual stop is left unchanged.
pub async fn stop_credit(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    if !customers::stop_credit(scope, customer).await? {
        return Ok(());
    }
    if scope.first::<CreditStop>(open(customer)).await?.is_none() {
        scope
            .create(New::<CreditStop> {
                customer_id: customer,
                stopped_time: scope.now(),
                lifted_time: None,
            })
            .await?;
    }
    scope.publish(&CREDIT_STOPPED, &customer).await
}

/// Lifts the stop once all overdue amounts are paid, disputed or covered by unapplied money of the
/// same currency. Another status set by staff ends it at once: it must not lift a later stop of
/// theirs.
async fn lift_stop(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    if scope.first::<CreditStop>(open(customer)).await?.is_none() {
        return Ok(());
    }
    customers::lock_customer(scope, customer).await?;
    let terms: Terms = terms(scope).await?;
    // A concurrent call may have lifted it before the lock.
    let Some(mut stop) = scope.first::<CreditStop>(open(customer)).await? else {
        return Ok(());
    };
    if customers::is_credit_stopped(scope, customer).await?
        && owes_overdue(scope, customer, terms.today).await?
    {
        return Ok(());
    }
    stop.lifted_time = Some(scope.now());
    scope.update(&mut stop).await?;
    // Another status set by staff is kept.
    if customers::lift_credit_stop(scope, customer).await? {
        scope.publish(&CREDIT_STOP_LIFTED, &customer).await?;
    }
    scope.commit().await
}

async fn owes_overdue(scope: &mut Scope, customer: CustomerId, today: NaiveDate) -> Result<bool> {
    let mut overdue: BTreeMap<String, Decimal> = BTreeMap::new();
    for invoice in load_overdue(scope, customer, today).await? {
        *overdue.entry(invoice.currency).or_default() += invoice.outstanding_amount;
    }
    let unapplied = statements::store::load_unapplied(scope, customer).await?;
    let is_uncovered = |(currency, sum): (&String, &Decimal)| {
        let unapplied = unapplied.get(currency).copied().unwrap_or_default();
        dunning::rules::uncovered(*sum, unapplied) > Decimal::ZERO
    };
    Ok(overdue.iter().any(is_uncovered))
}

/// Reviews the stop after a change of the customer or its balance. Ignores deleted customers.
pub async fn review_stop(mut scope: Scope, customer: CustomerId) -> Result<()> {
    match lift_stop(&mut scope, customer).await {
        Err(Error::NotFound(_)) => Ok(()),
        other => other,
    }
}

/// Runs nightly, for changes without a payment: disputes, void invoices, credits.
pub async fn lift_stops(scope: &Scope) -> Result<()> {
    let stops: Vec<CreditStop> = scope
        .sibling(Mode::Read)
        .all(Where::all().is_null(CreditStop::LIFTED_TIME))
        .await?;
    for stop in stops {
        review_stop(scope.sibling(Mode::Write), stop.customer_id).await?;
    }
    Ok(())
}
