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

/// Events of failures, new attempts and waits.
const EVENTS: [FeeEvent; 2] = [FeeEvent::ScanEvent, FeeEvent::Job];

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
    let of_event = |kind: FeeType| event_basis(kind, job, change, waited);
    let source = format!(
        "job:{}:{}:{}",
        change.job_id,
        change.to.as_str(),
        change.time.timestamp_millis()
    );
    for on in EVENTS {
        let cause = to_cause(job, on, source.clone());
        charge(scope, terms, job, change, cause, of_event).await?;
    }
    if job.id == change.job_id && change.to.is_delivered() {
        let cause = to_cause(job, FeeEvent::Job, format!("job:{}", job.id));
        let of_job = |kind: FeeType| booking_basis(kind, carried(job));
        charge(scope, terms, job, change, cause, of_job).await?;
    }
    Ok(())
}

/// Returns the basis of a fee of failures, new attempts and waits. None if the change causes none.
fn event_basis(
    kind: FeeType,
    job: &FeeableJob,
    change: &JobStatusChange,
    waited: Option<i64>,
) -> Option<Basis> {
    match kind {
        FeeType::WaitTime => waited.map(|minutes| Basis {
            sum: job.sold,
            count: Decimal::from(minutes),
        }),
        // The booking's own status causes them; a root follows its legs.
        _ if job.booking_id.is_some() || job.id != change.job_id => None,
        _ => applies_to_job(kind, change.from, change.to).then(|| unit_basis(job.sold)),
    }
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

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use data::ids::CustomerId;
    use jobs::{FreightJobId, JobStatus};

    use super::*;
    use crate::fees::rules::{
        applies_to_closing, applies_to_late, applies_to_period, applies_to_status, can_accrue,
    };

    const EVERY_OPTION: [&str; 3] = ["residential", "tail-lift", "hand-unload"];

    /// True if a change of a job's status causes the fee.
    fn applies_to_change(kind: FeeType, job: &FeeableJob, from: JobStatus, to: JobStatus) -> bool {
        let change = JobStatusChange {
            job_id: job.id,
            from,
            to,
            time: DateTime::UNIX_EPOCH,
            arrived: None,
            follows_booking: false,
        };
        event_basis(kind, job, &change, Some(1)).is_some()
    }

    #[test]
    fn fees_accrue_on_the_events_of_their_type_and_on_no_others() {
        let options = EVERY_OPTION.map(str::to_owned);
        let booking = BookingFeeInput {
            options: &options,
            is_dangerous: true,
            is_insured: true,
            pieces: 1,
            longest_cm: Decimal::ONE,
            sold: Decimal::ONE,
        };
        // A job has no options but the delivery to a home.
        let job = FeeableJob {
            id: FreightJobId(1),
            customer_id: CustomerId(1),
            booking_id: None,
            name: String::new(),
            sold: Decimal::ONE,
            pieces: 1,
            longest_cm: Decimal::ONE,
            options: options[..1].to_vec(),
        };
        let fires = |kind: FeeType, on: FeeEvent| {
            let of_booking = || booking_basis(kind, booking).is_some();
            let of_delivery = || booking_basis(kind, carried(&job)).is_some();
            let of_change = || {
                let all = JobStatus::ALL;
                EVENTS.contains(&on)
                    && all.iter().any(|&from| {
                        all.iter()
                            .any(|&to| applies_to_change(kind, &job, from, to))
                    })
            };
            let of_status = || {
                let mut all = bookings::Status::ALL.iter();
                all.any(|&status| applies_to_status(kind, status))
            };
            match on {
                FeeEvent::Booking => of_booking(),
                FeeEvent::Job => of_delivery() || of_change(),
                FeeEvent::ScanEvent => of_status() || of_change(),
                FeeEvent::Invoice => applies_to_closing(kind) || applies_to_late(kind),
                FeeEvent::Payment => applies_to_late(kind),
                FeeEvent::Period => applies_to_period(kind),
                FeeEvent::Unknown => false,
            }
        };
        for &kind in FeeType::ALL {
            for &on in FeeEvent::ALL {
                assert_eq!(fires(kind, on), can_accrue(kind, on), "{kind} on {on}");
            }
        }
    }
}
