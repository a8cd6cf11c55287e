//! Jobs of carrier agents: quoted, booked and cancelled through the account's plugin.
//!
//! Invariants:
//!
//! - The job names its booking before the carrier is called, so a repeat finds the booking instead
//!   of making another one.
//! - A job with such a booking goes to no other agent. A rejected booking is removed from it.
//! - No transaction is open during a call of the carrier.

use std::{collections::BTreeSet, time::Duration};

use bookings::{Subcontract, SubcontractedBooking};
use carriage::{goods::Item, money::Amount};
use data::{
    Error, Message, Outcome, Result, Scope, Where,
    db::Mode,
    ids::{BookingId, CarrierAccountId},
    life_cycle::Operation as _,
    message,
};
use futures_util::{StreamExt as _, stream};

use super::{
    agents, change,
    log::{self, Entry, LoggedFreightOperation},
    model::{FreightJobId, Job, JobAddress, JobItem},
    status::{FreightOperation, JobStatus, STATUS_NOT_ALLOWED},
};
use crate::prices::{model::Charge, rules::price_of_amounts};

/// Jobs of one call: each is quoted and booked while the caller waits.
pub(super) const MAX_JOBS: usize = 50;
const MAX_CONCURRENT: usize = 4;
const QUOTE_TIMEOUT: Duration = Duration::from_secs(8);

/// Gives jobs to a carrier account, with one result for each, and commits.
pub(super) async fn allocate(
    scope: &mut Scope,
    account: CarrierAccountId,
    service: Option<&str>,
    jobs: &[FreightJobId],
) -> Result<Vec<Outcome<FreightJobId>>> {
    let name = bookings::check_subcontractor(scope, account).await?;
    scope.rollback();
    let calls = agents::unique(jobs).into_iter().map(|id| {
        let mut scope = scope.sibling(Mode::Write);
        let name = name.as_str();
        async move {
            let result = allocate_one(&mut scope, account, name, service, id).await;
            scope.rollback();
            Outcome::unless_internal(id, result)
        }
    });
    let outcomes: Vec<Result<Outcome<FreightJobId>>> =
        stream::iter(calls).buffered(MAX_CONCURRENT).collect().await;
    outcomes.into_iter().collect()
}

async fn allocate_one(
    scope: &mut Scope,
    account: CarrierAccountId,
    name: &str,
    service: Option<&str>,
    id: FreightJobId,
) -> Result<()> {
    let job: Job = scope.find(id).await?;
    check(&job)?;
    let booking = match job.carrier_booking_id {
        Some(booking) => {
            check_account(scope, &job, booking, account).await?;
            booking
        }
        None => claim(scope, job, account, name, service).await?,
    };
    scope.rollback();
    match bookings::book_subcontract(scope, booking).await {
        Ok(()) => finish(scope, booking).await,
        Err(error) => {
            scope.rollback();
            release(scope, id, booking, &error).await?;
            Err(error)
        }
    }
}

fn check(job: &Job) -> Result<()> {
    if job.has_legs {
        return Err(refuse(message!(
            "{job} has legs. Allocate is done with them.",
            job = job.job_no
        )));
    }
    FreightOperation::Allocate.check(job.job_status)
}

fn refuse(reason: Message) -> Error {
    STATUS_NOT_ALLOWED.with_message(reason)
}

/// Rejects another account than that of an earlier call whose outcome is open.
async fn check_account(
    scope: &mut Scope,
    job: &Job,
    booking: BookingId,
    account: CarrierAccountId,
) -> Result<()> {
    let open = bookings::load_subcontract(scope, booking).await?;
    match open.and_then(|open| open.account) == Some(account) {
        true => Ok(()),
        false => Err(refuse(message!(
            "{job} is being booked with another carrier. Wait for its response.",
            job = job.job_no
        ))),
    }
}

/// Quotes the job, creates its booking, and commits both.
async fn claim(
    scope: &mut Scope,
    job: Job,
    account: CarrierAccountId,
    name: &str,
    service: Option<&str>,
) -> Result<BookingId> {
    let id = job.id;
    let request = to_subcontract(job, account, service)?;
    scope.rollback();
    let quote = bookings::quote_subcontract(scope, &request, QUOTE_TIMEOUT).await?;
    let mut job = change::lock(scope, id).await?;
    check(&job)?;
    if job.carrier_booking_id.is_some() {
        return Err(Error::Conflict);
    }
    let booking = bookings::create_subcontract(scope, request, quote).await?;
    job.carrier_booking_id = Some(booking);
    let entry = Entry::new(LoggedFreightOperation::BookCarrier).with_value(name);
    let status = job.job_status;
    change::store_alone(scope, &mut job, status, entry).await?;
    scope.commit().await?;
    Ok(booking)
}

fn to_subcontract(
    job: Job,
    account: CarrierAccountId,
    service: Option<&str>,
) -> Result<Subcontract> {
    let customer = job.customer_id.ok_or_else(|| {
        refuse(message!(
            "{job} has no customer: carriers carry for customers only.",
            job = job.job_no
        ))
    })?;
    let (Some(from), Some(to)) = (&job.from_address, &job.to_address) else {
        return Err(refuse(message!(
            "{job} needs both addresses.",
            job = job.job_no
        )));
    };
    Ok(Subcontract {
        customer,
        account,
        service_code: service.map(str::to_owned),
        parent: job.booking_id,
        from: JobAddress::to_address(from),
        to: JobAddress::to_address(to),
        items: job.items.iter().map(to_item).collect(),
        reference: Some(job.reference.unwrap_or(job.job_no)),
        special_instructions: job.special_instructions,
        delivery_instructions: job.delivery_instructions,
        pickup_ready_time: job.pickup_ready_time,
    })
}

fn to_item(item: &JobItem) -> Item {
    Item {
        package_type: item.package_type.clone(),
        description: item.description.clone(),
        quantity: item.quantity,
        length: item.length,
        width: item.width,
        height: item.height,
        weight: item.weight,
        ..Item::default()
    }
}

/// Gives the job of a booked consignment to its carrier, and commits. A repeat changes nothing.
pub(crate) async fn finish(scope: &mut Scope, booking: BookingId) -> Result<()> {
    let Some(job) = find(scope, booking).await? else {
        return Ok(());
    };
    scope.lock::<Job>(job.id).await?;
    let (Some(mut job), Some(booked)) = (
        find(scope, booking).await?,
        bookings::load_subcontract(scope, booking).await?,
    ) else {
        return Ok(());
    };
    if !booked.status.is_at_carrier() || !FreightOperation::Allocate.is_allowed_in(job.job_status) {
        scope.rollback();
        return Ok(());
    }
    let Some(id) = booked.account else {
        return Ok(());
    };
    let account = carriers::accounts::find(scope, id).await?;
    let before = job.job_status;
    job.job_status = JobStatus::Allocated;
    job.is_allocated = true;
    job.carrier_id = Some(id);
    job.carrier_account = Some(account.name.clone());
    job.connote_no = job.connote_no.take().or(booked.connote.clone());
    job.pricing_details.buy = Some(price_of_amounts(to_costs(&booked)));
    let value = match &booked.connote {
        Some(connote) => format!("{} {connote}", account.name),
        None => account.name,
    };
    let entry = Entry::new(LoggedFreightOperation::Allocate).with_value(value);
    change::store(scope, &mut job, before, entry).await?;
    scope.commit().await
}

fn to_costs(booked: &SubcontractedBooking) -> Vec<(Charge, Amount)> {
    let costs = booked.costs.iter();
    costs
        .map(|(code, is_additional, net, tax)| {
            let charge = Charge {
                service_code: code.clone(),
                is_additional_service: *is_additional,
                amount: *net,
                is_tax_applicable: !tax.is_zero(),
            };
            let amount = Amount {
                tax_exclusive_amount: *net,
                tax: *tax,
                total: *net + *tax,
            };
            (charge, amount)
        })
        .collect()
}

/// Returns the job that a booking subcontracts.
pub(crate) async fn find(scope: &mut Scope, booking: BookingId) -> Result<Option<Job>> {
    let narrow = Where::all().eq(Job::CARRIER_BOOKING_ID, booking);
    scope.unrestricted().await?.first(narrow).await
}

/// Takes a rejected booking off its job, and commits. One whose outcome is open stays.
async fn release(
    scope: &mut Scope,
    id: FreightJobId,
    booking: BookingId,
    error: &Error,
) -> Result<()> {
    let state = bookings::load_subcontract(scope, booking).await?;
    let is_open = state.is_some_and(|state| state.is_uncertain || state.status.is_at_carrier());
    scope.rollback();
    if !is_open {
        bookings::cancel_subcontract(scope, booking).await?;
    }
    let mut job = change::lock(scope, id).await?;
    let reason = error.full_message().to_string();
    let entry = Entry::new(LoggedFreightOperation::BookCarrier)
        .with_value(reason)
        .failed();
    if is_open || job.carrier_booking_id != Some(booking) {
        log::write(scope, id, entry).await?;
        return scope.commit().await;
    }
    job.carrier_booking_id = None;
    let status = job.job_status;
    change::store_alone(scope, &mut job, status, entry).await?;
    scope.commit().await
}

/// Cancels the consignments of jobs at their carriers, each before its job is taken back. Returns
/// the jobs that the carriers keep.
pub(super) async fn cancel_all(
    scope: &mut Scope,
    jobs: &[FreightJobId],
    agent: Option<i64>,
) -> Result<Vec<Outcome<FreightJobId>>> {
    let with_carrier = Where::all()
        .is_in(Job::ID, jobs)
        .is_not_null(Job::CARRIER_BOOKING_ID);
    let rows: Vec<Job> = scope.all(with_carrier).await?;
    scope.rollback();
    let mut kept = Vec::new();
    for job in rows {
        let result = match agents::check_unallocate(&job, agent) {
            Ok(()) => cancel(scope, &job).await,
            // The job's own rejection follows.
            Err(_) => Ok(()),
        };
        if result.is_err() {
            scope.rollback();
            kept.push(Outcome::unless_internal(job.id, result)?);
        }
    }
    Ok(kept)
}

/// Cancels the job's consignment at its carrier, and commits.
pub(super) async fn cancel(scope: &mut Scope, job: &Job) -> Result<()> {
    match job.carrier_booking_id {
        Some(booking) => bookings::cancel_subcontract(scope, booking).await,
        None => Ok(()),
    }
}

/// Takes the job of a cancelled consignment from its carrier; the caller commits.
pub(crate) async fn take_back(scope: &mut Scope, id: FreightJobId, note: &str) -> Result<()> {
    let mut job = change::lock(scope, id).await?;
    let before = job.job_status;
    if FreightOperation::Unallocate.is_allowed_in(before) {
        job.job_status = JobStatus::Unallocated;
    } else if !FreightOperation::Allocate.is_allowed_in(before) {
        // The goods are on their way, or the job is finished: the dispatcher decides.
        let entry = Entry::new(LoggedFreightOperation::FollowBooking).with_value(note);
        return log::write(scope, id, entry).await;
    }
    agents::clear(scope, &mut job).await?;
    let entry = Entry::new(LoggedFreightOperation::Unallocate).with_value(note);
    change::store(scope, &mut job, before, entry).await
}

/// Ids of a call without those that carriers keep.
pub(super) fn without_kept(
    jobs: Vec<FreightJobId>,
    kept: &[Outcome<FreightJobId>],
) -> Vec<FreightJobId> {
    let kept: BTreeSet<FreightJobId> = kept.iter().map(|outcome| outcome.item).collect();
    jobs.into_iter().filter(|id| !kept.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;

    #[test]
    fn a_subcontract_needs_a_customer_and_both_places() {
        let account = CarrierAccountId(3);
        let mut job = Job {
            job_no: "J00001".to_owned(),
            from_address: Some(JobAddress::default()),
            to_address: Some(JobAddress::default()),
            booking_id: Some(BookingId(9)),
            ..Job::default()
        };
        let sentence = |job: &Job| {
            let refused = to_subcontract(job.clone(), account, None).unwrap_err();
            refused.full_message().to_string()
        };
        assert!(sentence(&job).contains("no customer"));
        job.customer_id = Some(data::ids::CustomerId(4));
        let request = to_subcontract(job.clone(), account, Some("EXP")).unwrap();
        assert_eq!(request.parent, Some(BookingId(9)));
        assert_eq!(request.reference.as_deref(), Some("J00001"));
        assert_eq!(request.service_code.as_deref(), Some("EXP"));
        job.to_address = None;
        assert!(sentence(&job).contains("both addresses"));
    }

    #[test]
    fn the_carriers_price_is_the_jobs_cost() {
        let booked = SubcontractedBooking {
            id: BookingId(1),
            account: None,
            status: bookings::Status::Booked,
            connote: None,
            is_uncertain: false,
            costs: vec![
                ("EXP".to_owned(), false, Decimal::from(80), Decimal::from(8)),
                ("FUEL".to_owned(), true, Decimal::from(5), Decimal::ZERO),
            ],
        };
        let price = price_of_amounts(to_costs(&booked));
        assert_eq!(price.total, Decimal::from(93));
        assert!(!price.charge_breakdown[1].is_tax_applicable);
    }
}
