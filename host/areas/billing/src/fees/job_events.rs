//! Accrual of fees from events of jobs: failures, new attempts, waits and deliveries.

use data::{Error, Result, Scope};
use jobs::{FeeableJob, JobFee, events::JobStatusChange};
use rust_decimal::Decimal;

use crate::{
    fees::{
        accrue::{FeeCause, unit_basis, write_entries},
        model::{FeeEvent, FeeType},
        rules::{Basis, BookingFeeInput, applies_to_job, booking_basis},
    },
    invoices::terms::{Terms, terms},
};

/// Accrues the fees of a job's new state. Fees are entries, and are shown with the
/// root job.
pub async fn accrue_on_job(mut scope: Scope, change: JobStatusChange) -> Result<()> {
    let waited = jobs::load_wait(&mut scope, &change).await?;
    let Some(job) = jobs::load_feeable(&mut scope, change.job_id).await? else {
        return scope.commit().await;
    };
    let terms = terms(&scope).await?;
    match accrue(&mut scope, &terms, &job, &change, waited).await {
        // The customer was deleted since.
        Ok(()) | Err(Error::NotFound(_)) => scope.commit().await,
        Err(error) => Err(error),
    }
}

async fn accrue(
    scope: &mut Scope,
    terms: &Terms,
    job: &FeeableJob,
    change: &JobStatusChange,
    waited: Option<i64>,
) -> Result<()> {
    let is_root = job.id == change.job_id;
    let of_event = |kind: FeeType| match kind {
        FeeType::WaitTime => waited.map(|minutes| Basis {
            sum: job.sold,
            count: Decimal::from(minutes),
        }),
        // The booking's own status causes them; a root follows its legs.
        _ if job.booking_id.is_some() || !is_root => None,
        _ => applies_to_job(kind, change.from, change.to).then(|| unit_basis(job.sold)),
    };
    let source = format!(
        "job:{}:{}:{}",
        change.job_id,
        change.to.as_str(),
        change.time.timestamp_millis()
    );
    for on in [FeeEvent::ScanEvent, FeeEvent::Job] {
        let cause = to_cause(job, on, source.clone());
        charge(scope, terms, job, change, cause, of_event).await?;
    }
    if is_root && change.to.is_delivered() {
        let cause = to_cause(job, FeeEvent::Job, format!("job:{}", job.id));
        let of_job = |kind: FeeType| booking_basis(kind, carried(job));
        charge(scope, terms, job, change, cause, of_job).await?;
    }
    Ok(())
}

fn to_cause(job: &FeeableJob, on: FeeEvent, source: String) -> FeeCause {
    FeeCause {
        customer: job.customer_id,
        on,
        source,
        reference: Some(job.name.clone()),
        booking: job.booking_id,
        job: Some(job.id),
    }
}

fn carried(job: &FeeableJob) -> BookingFeeInput<'_> {
    BookingFeeInput {
        options: &job.options,
        is_dangerous: false,
        is_insured: false,
        pieces: job.pieces,
        longest_cm: job.longest_cm,
        sold: job.sold,
    }
}

async fn charge(
    scope: &mut Scope,
    terms: &Terms,
    job: &FeeableJob,
    change: &JobStatusChange,
    cause: FeeCause,
    basis: impl Fn(FeeType) -> Option<Basis>,
) -> Result<()> {
    for entry in write_entries(scope, terms, cause, basis).await? {
        let fee = JobFee {
            source: entry.source,
            servicecode: entry.name,
            amount: entry.tax_exclusive_amount,
            tax: entry.tax,
            total: entry.amount,
            time: change.time,
        };
        jobs::add_fee(scope, job.id, fee).await?;
    }
    Ok(())
}
