//! Listeners that keep bookings and their jobs in step.

use bookings::{FleetBooking, FleetScan, events as booked};
use data::{Error, Outcome, Result, Scope, Where, ids::BookingId, life_cycle::Operation as _};
use work::event::Listener;

use super::rules::{self, SCAN_PREFIX};
use crate::{
    access::JOBS,
    events,
    jobs::{
        articles, carrier_agents, change, legs,
        log::{self, Entry, LoggedFreightOperation},
        model::Job,
        positions,
        process::{self, Request},
        save,
        status::{FreightOperation, JobStatus},
        view::can_be_cancelled,
    },
    scans::{self, trees::read_label_code},
};

/// Each runs at least once; a repeat changes nothing.
pub(crate) fn listeners() -> [Listener; 9] {
    [
        Listener::new("jobs.on-booked", &booked::BOOKED, |scope, booking| {
            follow_booking(scope, booking.booking_id)
        }),
        Listener::new(
            "jobs.on-manifested",
            &booked::MANIFESTED,
            |scope, booking| follow_booking(scope, booking.booking_id),
        ),
        Listener::new(
            "jobs.on-booking-changed",
            &booked::CHANGED,
            |scope, booking| follow_booking(scope, booking.booking_id),
        ),
        Listener::new(
            "jobs.on-booking-edited",
            &booked::EDITED,
            |scope, booking| follow_booking(scope, booking.booking_id),
        ),
        Listener::new(
            "jobs.on-booking-cancelled",
            &booked::CANCELLED,
            |scope, booking| cancel_job(scope, booking.booking_id),
        ),
        Listener::new(
            "jobs.on-booking-status",
            &booked::STATUS_CHANGED,
            follow_status,
        ),
        Listener::new(
            "jobs.on-carrier-status",
            &booked::STATUS_CHANGED,
            follow_carrier,
        ),
        Listener::new("jobs.on-labelled", &booked::LABELLED, label_articles),
        Listener::new(
            "jobs.on-status-changed",
            &events::STATUS_CHANGED,
            scan_booking,
        ),
    ]
}

async fn job_of(scope: &mut Scope, booking: BookingId) -> Result<Option<Job>> {
    let narrow = Where::all()
        .eq(Job::BOOKING_ID, booking)
        .is_null(Job::PARENT_ID);
    scope.first(narrow).await
}

/// Creates the booking's job, or brings its members up to date.
async fn follow_booking(mut scope: Scope, id: BookingId) -> Result<()> {
    if !scope.feature(JOBS.name).await? {
        return Ok(());
    }
    let job = match job_of(&mut scope, id).await? {
        Some(job) => Some(change::lock(&mut scope, job.id).await?),
        None => None,
    };
    // Loaded before the lock, it could be older than what another listener has stored.
    let Some(booking) = bookings::load_fleet_booking(&mut scope, id).await? else {
        return Ok(());
    };
    match job {
        Some(job) => update(&mut scope, job, &booking).await?,
        None if rules::needs_job(&booking.booking) => create(&mut scope, &booking).await?,
        None => {}
    }
    scope.commit().await
}

async fn create(scope: &mut Scope, booking: &FleetBooking) -> Result<()> {
    let mut job = Job {
        job_status: JobStatus::Unallocated,
        ..Job::default()
    };
    complete(scope, booking, &mut job).await?;
    let mut job = save::create(scope, job).await?;
    // The booking may have moved before its job was made.
    advance(scope, &mut job, booking).await
}

async fn complete(scope: &mut Scope, booking: &FleetBooking, job: &mut Job) -> Result<()> {
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    rules::apply(&booking.booking, job, zone);
    save::derive(scope, job).await?;
    positions::complete(scope, job).await
}

/// Brings a locked job up to date.
async fn update(scope: &mut Scope, mut job: Job, booking: &FleetBooking) -> Result<()> {
    if job.job_status.is_final() {
        return Ok(());
    }
    let before = job.clone();
    complete(scope, booking, &mut job).await?;
    articles::assign(scope, &mut job, &before.items).await?;
    if serde_json::to_value(&job)? == serde_json::to_value(&before)? {
        return Ok(());
    }
    let entry = Entry::new(LoggedFreightOperation::FollowBooking);
    change::store_alone(scope, &mut job, before.job_status, entry).await?;
    articles::store(scope, &job, &before.items).await?;
    legs::share(scope, &job).await
}

/// Gives the articles of the booking's job the codes of its labels.
async fn label_articles(mut scope: Scope, labelled: booked::Labelled) -> Result<()> {
    let id = labelled.booking_id;
    let Some(booking) = bookings::load_fleet_booking(&mut scope, id).await? else {
        return Ok(());
    };
    let job = match job_of(&mut scope, id).await? {
        None if scope.feature(JOBS.name).await? && rules::needs_job(&booking.booking) => {
            // The labels may be known before the job.
            create(&mut scope, &booking).await?;
            job_of(&mut scope, id).await?
        }
        job => job,
    };
    let Some(job) = job else {
        return Ok(());
    };
    let mut job = change::lock(&mut scope, job.id).await?;
    let codes: Vec<String> = labelled
        .codes
        .iter()
        .filter_map(|code| read_label_code(code))
        .collect();
    articles::label(&mut scope, &mut job, &codes).await?;
    scope.commit().await
}

async fn cancel_job(mut scope: Scope, id: BookingId) -> Result<()> {
    let Some(job) = job_of(&mut scope, id).await? else {
        return Ok(());
    };
    if job.job_status == JobStatus::Cancelled {
        return Ok(());
    }
    let note = "The booking was cancelled";
    match can_be_cancelled(&job) {
        true => {
            let request = Request {
                note: Some(note),
                ..Request::default()
            };
            let cancel = FreightOperation::Cancel;
            process::run(&mut scope, job.id, cancel, &request).await?;
            let job: Job = scope.find(job.id).await?;
            let consigned = process::load_cancelled_at_carriers(&mut scope, &job).await?;
            if !consigned.is_empty() {
                // Carriers are called without a transaction.
                scope.rollback();
                if let Err(error) = carrier_agents::cancel(&mut scope, &consigned).await {
                    return keep_at_carrier(scope, &job, note, error).await;
                }
                process::run(&mut scope, job.id, cancel, &request).await?;
            }
        }
        // The goods are on their way: the dispatcher decides.
        false => {
            let entry = Entry::new(LoggedFreightOperation::FollowBooking).with_value(note);
            log::write(&mut scope, job.id, entry).await?;
        }
    }
    scope.commit().await
}

/// The carrier keeps a job whose booking was cancelled: the dispatcher decides.
async fn keep_at_carrier(mut scope: Scope, job: &Job, note: &str, error: Error) -> Result<()> {
    scope.rollback();
    let refused = Outcome::unless_internal(job.id, Err::<(), _>(error))?;
    if let Err(error) = refused.result {
        let value = format!("{note}: {}", error.full_message());
        let entry = Entry::new(LoggedFreightOperation::Cancel)
            .with_value(value)
            .failed();
        log::write(&mut scope, job.id, entry).await?;
    }
    scope.commit().await
}

/// Moves the job after a status that the booking got otherwise than by the job.
async fn follow_status(mut scope: Scope, news: booked::StatusChange) -> Result<()> {
    let Some(job) = job_of(&mut scope, news.booking_id).await? else {
        return Ok(());
    };
    let mut job = change::lock(&mut scope, job.id).await?;
    let Some(booking) = bookings::load_fleet_booking(&mut scope, news.booking_id).await? else {
        return Ok(());
    };
    // Of a hold and a release that follow each other, the listener may run for the hold last.
    let is_held = booking.booking.booking_status == bookings::Status::OnHold;
    let hold = match (news.from, news.to) {
        (_, bookings::Status::OnHold) if is_held => Some(FreightOperation::Hold),
        (bookings::Status::OnHold, _) if !is_held => Some(FreightOperation::Release),
        _ => None,
    };
    match hold {
        Some(operation) if operation.is_allowed_in(job.job_status) => {
            let request = Request {
                note: Some("Follows the booking"),
                ..Request::default()
            };
            process::run(&mut scope, job.id, operation, &request).await?;
        }
        Some(_) => {}
        None => advance(&mut scope, &mut job, &booking).await?,
    }
    scope.commit().await
}

/// Moves the job that the booking subcontracts.
async fn follow_carrier(mut scope: Scope, news: booked::StatusChange) -> Result<()> {
    let id = news.booking_id;
    let Some(job) = carrier_agents::find(&mut scope, id).await? else {
        return Ok(());
    };
    let Some(booking) = bookings::load_subcontract(&mut scope, id).await? else {
        return Ok(());
    };
    if booking.status == bookings::Status::Cancelled {
        let note = "The carrier's consignment was cancelled";
        carrier_agents::take_back(&mut scope, job.id, id, note).await?;
        return scope.commit().await;
    }
    if booking.status.is_at_carrier() && job.job_status == JobStatus::Unallocated {
        scope.rollback();
        // The host that booked it may have stopped before it recorded that.
        carrier_agents::finish(&mut scope, id).await?;
    }
    let mut job = change::lock(&mut scope, job.id).await?;
    if job.carrier_booking_id == Some(id)
        && let Some(target) = rules::to_carried_status(booking.status)
    {
        let entry = Entry::new(LoggedFreightOperation::FollowBooking);
        move_on(&mut scope, &mut job, target, entry).await?;
    }
    scope.commit().await
}

async fn advance(scope: &mut Scope, job: &mut Job, booking: &FleetBooking) -> Result<()> {
    let is_from_job = booking
        .last_scan
        .as_deref()
        .is_some_and(|id| id.starts_with(SCAN_PREFIX));
    let Some(target) =
        rules::to_job_status(booking.booking.booking_status).filter(|_| !is_from_job)
    else {
        return Ok(());
    };
    let entry = Entry {
        follows_booking: true,
        ..Entry::new(LoggedFreightOperation::FollowBooking)
    };
    move_on(scope, job, target, entry).await
}

async fn move_on(scope: &mut Scope, job: &mut Job, target: JobStatus, entry: Entry) -> Result<()> {
    // The state of a job with legs is theirs.
    if job.has_legs || !rules::is_ahead(job.job_status, target) {
        return Ok(());
    }
    let before = job.job_status;
    if target == JobStatus::Delivered {
        articles::deliver(scope, job, None).await?;
    }
    job.job_status = target;
    change::store(scope, job, before, entry.with_value(target.as_str())).await
}

/// Adds the job's new state to the history of its booking, unless the booking had it first: by the
/// time this runs, the booking may have moved on, and would get the same scan twice.
async fn scan_booking(mut scope: Scope, news: events::JobStatusChange) -> Result<()> {
    if news.follows_booking {
        return Ok(());
    }
    let Some(status) = rules::to_booking_status(news.to) else {
        return Ok(());
    };
    let job: Option<Job> = scope.first(Where::id(news.job_id)).await?;
    let Some((job, booking)) = job
        .and_then(|job| Some((job.booking_id?, job)))
        .map(|(booking, job)| (job, booking))
    else {
        return Ok(());
    };
    let scan = FleetScan {
        event_id: format!(
            "{SCAN_PREFIX}{}-{}-{}",
            job.id,
            news.to,
            news.time.timestamp_millis()
        ),
        status,
        time: news.time,
        description: rules::describe(news.to).to_owned(),
        location: rules::place_of(news.to, &job).to_owned(),
        signed_by: scans::proof::load_signer(&mut scope, &job).await?,
    };
    bookings::add_fleet_scan(&mut scope, booking, scan).await?;
    scope.commit().await
}
