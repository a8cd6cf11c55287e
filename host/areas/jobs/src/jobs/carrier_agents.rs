//! Jobs of carrier agents: quoted, booked and cancelled through the account's plugin.

use std::slice;

use bookings::{
    CarriedRecord, CarrierOrder, Subcontract, SubcontractedBooking, order_from_carrier,
};
use carriage::money::Amount;
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

/// Gives jobs to a carrier account, with one result for each, and commits.
pub(super) async fn allocate(
    scope: &mut Scope,
    account: CarrierAccountId,
    service: Option<&str>,
    jobs: &[FreightJobId],
) -> Result<Vec<Outcome<FreightJobId>>> {
    let name = bookings::check_subcontractor(scope, account, "allocation.agentType").await?;
    scope.rollback();
    let calls = agents::unique(jobs).into_iter().map(|id| {
        let mut scope = scope.sibling(Mode::Write);
        let name = name.as_str();
        async move {
            let order = JobOrder {
                id,
                account,
                account_name: name,
                service,
            };
            let result = order_from_carrier(&mut scope, &order, account).await;
            scope.rollback();
            Outcome::unless_internal(id, result)
        }
    });
    let outcomes: Vec<Result<Outcome<FreightJobId>>> =
        stream::iter(calls).buffered(MAX_CONCURRENT).collect().await;
    outcomes.into_iter().collect()
}

/// A job on its way to a carrier account.
struct JobOrder<'a> {
    id: FreightJobId,
    account: CarrierAccountId,
    account_name: &'a str,
    service: Option<&'a str>,
}

impl CarriedRecord for JobOrder<'_> {
    async fn load_order(&self, scope: &mut Scope) -> Result<CarrierOrder> {
        let job = change::lock(scope, self.id).await?;
        check(&job)?;
        Ok(CarrierOrder {
            name: job.job_no.clone(),
            booking: job.carrier_booking_id,
            request: to_subcontract(job, self.account, self.service)?,
            quote: None,
        })
    }

    async fn name_booking(&self, scope: &mut Scope, booking: BookingId) -> Result<()> {
        let mut job = change::lock(scope, self.id).await?;
        job.carrier_booking_id = Some(booking);
        let entry = Entry::new(LoggedFreightOperation::BookCarrier).with_value(self.account_name);
        let status = job.job_status;
        change::store_alone(scope, &mut job, status, entry).await
    }

    async fn finish(&self, scope: &mut Scope, booking: BookingId) -> Result<()> {
        finish(scope, booking).await
    }

    async fn record_failure(
        &self,
        scope: &mut Scope,
        booking: BookingId,
        is_open: bool,
        reason: String,
    ) -> Result<()> {
        let mut job = change::lock(scope, self.id).await?;
        let entry = Entry::new(LoggedFreightOperation::BookCarrier)
            .with_value(reason)
            .failed();
        if is_open || job.carrier_booking_id != Some(booking) {
            return log::write(scope, self.id, entry).await;
        }
        job.carrier_booking_id = None;
        let status = job.job_status;
        change::store_alone(scope, &mut job, status, entry).await
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
        items: job.items.iter().map(JobItem::to_item).collect(),
        reference: Some(job.reference.unwrap_or(job.job_no)),
        special_instructions: job.special_instructions,
        delivery_instructions: job.delivery_instructions,
        pickup_ready_time: job.pickup_ready_time,
    })
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

/// Returns the carrier's charges, which are the job's cost.
pub(crate) fn to_costs(booked: &SubcontractedBooking) -> Vec<(Charge, Amount)> {
    let lines = booked.lines.iter();
    lines
        .map(|line| {
            let cost = line.cost();
            (Charge::from_line(line, cost), cost)
        })
        .collect()
}

/// Returns the job that a booking subcontracts.
pub(crate) async fn find(scope: &mut Scope, booking: BookingId) -> Result<Option<Job>> {
    let narrow = Where::all().eq(Job::CARRIER_BOOKING_ID, booking);
    scope.unrestricted().await?.first(narrow).await
}

/// Takes jobs back from their carriers, each once its consignment is cancelled, and commits.
/// Returns one result for each job that a carrier had and the agent's check lets go.
pub(super) async fn take_back_all(
    scope: &mut Scope,
    jobs: &[FreightJobId],
    agent: Option<i64>,
    reason: &str,
) -> Result<Vec<Outcome<FreightJobId>>> {
    let with_carrier = Where::all()
        .is_in(Job::ID, jobs)
        .is_not_null(Job::CARRIER_BOOKING_ID);
    let rows: Vec<Job> = scope.all(with_carrier).await?;
    scope.rollback();
    let mut outcomes = Vec::new();
    for job in rows {
        if agents::check_unallocate(&job, agent).is_err() {
            continue;
        }
        let result = cancel_and_take_back(scope, &job, reason).await;
        scope.rollback();
        outcomes.push(Outcome::unless_internal(job.id, result)?);
    }
    Ok(outcomes)
}

async fn cancel_and_take_back(scope: &mut Scope, job: &Job, reason: &str) -> Result<()> {
    cancel(scope, slice::from_ref(job)).await?;
    let now = change::lock(scope, job.id).await?;
    if let Some(booking) = job
        .carrier_booking_id
        .filter(|_| now.carrier_booking_id == job.carrier_booking_id)
    {
        FreightOperation::Unallocate.check(now.job_status)?;
        take_back(scope, job.id, booking, reason).await?;
    } else {
        // The listener of the carrier's statuses was first: it does not know the reason.
        let entry = Entry::new(LoggedFreightOperation::Unallocate).with_value(reason);
        log::write(scope, job.id, entry).await?;
    }
    scope.commit().await
}

/// Cancels the jobs' consignments at their carriers, and commits.
pub(crate) async fn cancel(scope: &mut Scope, jobs: &[Job]) -> Result<()> {
    for booking in jobs.iter().filter_map(|job| job.carrier_booking_id) {
        bookings::cancel_subcontract(scope, booking).await?;
    }
    Ok(())
}

/// Takes the job of a cancelled consignment from its carrier, unless it has another one by now;
/// the caller commits.
pub(crate) async fn take_back(
    scope: &mut Scope,
    id: FreightJobId,
    consignment: BookingId,
    note: &str,
) -> Result<()> {
    let mut job = change::lock(scope, id).await?;
    if job.carrier_booking_id != Some(consignment) {
        return Ok(());
    }
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

#[cfg(test)]
mod tests {
    use bookings::ServiceDetail;
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
        let line = |code: &str, is_additional: bool, net: i64, percent: i64| {
            let cost = Amount::line(Decimal::from(net), Decimal::from(percent), "AUD");
            let mut line = ServiceDetail::new(code, code, is_additional, Amount::ZERO);
            line.set_cost(Some(cost));
            line
        };
        let booked = SubcontractedBooking {
            id: BookingId(1),
            account: None,
            status: bookings::Status::Booked,
            connote: None,
            is_uncertain: false,
            lines: vec![line("EXP", false, 80, 10), line("FUEL", true, 5, 0)],
        };
        let price = price_of_amounts(to_costs(&booked));
        assert_eq!(price.total, Decimal::from(93));
        assert!(!price.charge_breakdown[1].is_tax_applicable);
    }
}
