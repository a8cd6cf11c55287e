//! Jobs as seen by fees: their measures, the waits of their drivers, and the fees shown with them.

use carriage::quantity::LengthUnit;
use chrono::{DateTime, Utc};
use data::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;

use super::{billing, model::JobFee};
use crate::{
    events::JobStatusChange,
    jobs::{
        change, legs,
        model::{FreightJobId, Job, JobAddress},
        status::JobStatus,
    },
};

/// A customer's root job.
#[derive(Debug, Clone)]
pub struct FeeableJob {
    pub id: FreightJobId,
    pub customer_id: CustomerId,
    /// Its own status causes fees of its failures.
    pub booking_id: Option<BookingId>,
    pub name: String,
    /// Exclusive of tax.
    pub sold: Decimal,
    pub pieces: i64,
    pub longest_cm: Decimal,
    /// As bookings name theirs, such as `residential`.
    pub options: Vec<String>,
}

/// Option of a delivery to a home.
const RESIDENTIAL: &str = "residential";
/// Fees of one job.
const MAX_FEES: usize = 100;
/// Longer waits count as this: a device's clock was wrong.
const MAX_WAIT_MINUTES: i64 = 24 * 60;

/// Loads the root of a job for background jobs. None without a customer.
pub async fn load_feeable(scope: &mut Scope, id: FreightJobId) -> Result<Option<FeeableJob>> {
    let Some(job) = scope.first::<Job>(Where::id(id)).await? else {
        return Ok(None);
    };
    let root = match job.parent_id {
        None => job,
        Some(_) => {
            let root = legs::load_root(scope, &job).await?;
            scope.unrestricted().await?.find(root).await?
        }
    };
    Ok(to_feeable(root))
}

fn to_feeable(job: Job) -> Option<FeeableJob> {
    let centimetres = |length: carriage::quantity::Length| length.to(LengthUnit::Cm).value;
    let sides = job
        .items
        .iter()
        .flat_map(|item| [item.length, item.width, item.height])
        .flatten();
    Some(FeeableJob {
        id: job.id,
        customer_id: job.customer_id?,
        booking_id: job.booking_id,
        longest_cm: sides.map(centimetres).max().unwrap_or_default(),
        pieces: job.total_quantity,
        options: match job.to_address {
            Some(to) if to.is_residential => vec![RESIDENTIAL.to_owned()],
            _ => Vec::new(),
        },
        name: job.job_no,
        sold: job
            .pricing_details
            .sell
            .map_or(Decimal::ZERO, |price| price.total_tax_exclusive),
    })
}

/// Returns the minutes that the driver waited if the change is the pickup or delivery after an
/// arrival, at the sender or receiver of the root job. Waits at the tenant's depots are free.
pub async fn load_wait(scope: &mut Scope, news: &JobStatusChange) -> Result<Option<i64>> {
    let Some(arrived) = news.arrived.filter(|_| ends_wait(news.from, news.to)) else {
        return Ok(None);
    };
    let found: Option<Job> = scope
        .unrestricted()
        .await?
        .first(Where::id(news.job_id))
        .await?;
    let Some(job) = found.filter(|job| !job.has_legs) else {
        return Ok(None);
    };
    let root = legs::load_root(scope, &job).await?;
    let root: Job = scope.unrestricted().await?.find(root).await?;
    let (place, of_root) = match news.from {
        JobStatus::AtPickup => (&job.from_address, &root.from_address),
        _ => (&job.to_address, &root.to_address),
    };
    Ok(is_same_place(place.as_ref(), of_root.as_ref()).then(|| minutes(arrived, news.time)))
}

fn ends_wait(from: JobStatus, to: JobStatus) -> bool {
    match from {
        JobStatus::AtPickup => to == JobStatus::PickedUp,
        JobStatus::AtDelivery => to.is_delivered(),
        _ => false,
    }
}

fn is_same_place(one: Option<&JobAddress>, other: Option<&JobAddress>) -> bool {
    let place = |address: &JobAddress| {
        (
            address.address_line1.clone(),
            address.suburb.clone(),
            address.post_code.clone(),
        )
    };
    one.map(place) == other.map(place)
}

/// Whole minutes between two moments.
fn minutes(arrived: DateTime<Utc>, served: DateTime<Utc>) -> i64 {
    (served - arrived).num_minutes().clamp(0, MAX_WAIT_MINUTES)
}

/// Shows a fee with its job. A repeat, and a fee of a deleted job, change nothing.
pub async fn add_fee(scope: &mut Scope, id: FreightJobId, fee: JobFee) -> Result<()> {
    let Some(mut job) = billing::lock(scope, id).await? else {
        return Ok(());
    };
    let is_same =
        |other: &JobFee| (&other.source, &other.servicecode) == (&fee.source, &fee.servicecode);
    if job.fees.len() >= MAX_FEES || job.fees.iter().any(is_same) {
        return Ok(());
    }
    job.fees.push(fee);
    scope.update(&mut job).await?;
    change::announce(scope, &job, job.job_status).await
}

#[cfg(test)]
mod tests {
    use super::{JobStatus::*, *};

    #[test]
    fn only_a_pickup_or_delivery_ends_a_wait() {
        assert!(ends_wait(AtPickup, PickedUp) && ends_wait(AtDelivery, PartiallyDelivered));
        assert!(!ends_wait(AtPickup, FailedPickup) && !ends_wait(AtDelivery, OnHold));
        assert!(!ends_wait(Allocated, PickedUp) && !ends_wait(AtPickup, Delivered));
    }

    #[test]
    fn the_change_that_ends_a_wait_has_its_arrival() {
        let (arrived, picked) = ("2026-03-02T08:00:00Z", "2026-03-02T08:21:00Z");
        let at = |text: &str| text.parse().unwrap();
        let mut job = Job {
            job_status: AtPickup,
            ..Job::default()
        };
        job.set_times(EnRouteToPickup, at(arrived));
        job.job_status = PickedUp;
        job.set_times(AtPickup, at(picked));
        let ended = change::to_event(&job, AtPickup, at(picked));
        assert_eq!(ended.arrived, Some(at(arrived)));
        job.job_status = EnRouteToDelivery;
        let later = change::to_event(&job, PickedUp, at(picked));
        assert_eq!(later.arrived, None);
    }

    #[test]
    fn waits_are_whole_minutes_within_a_day() {
        let at = |text: &str| text.parse().unwrap();
        let wait = |from: &str, to: &str| minutes(at(from), at(to));
        assert_eq!(wait("2026-03-02T08:00:30Z", "2026-03-02T08:21:00Z"), 20);
        assert_eq!(wait("2026-03-02T08:00:00Z", "2026-03-02T07:00:00Z"), 0);
        assert_eq!(wait("2026-03-02T08:00:00Z", "2026-03-09T08:00:00Z"), 1440);
    }
}
