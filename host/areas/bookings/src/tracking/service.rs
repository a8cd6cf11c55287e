//! Tracking: polls, manual scans and status updates.

use std::collections::BTreeMap;

use carriage::Tracked;
use carriers::port::CarrierPort;
use chrono::{DateTime, TimeDelta, Utc};
use data::{
    Error, Result, Scope, Where,
    ids::{BookingId, CarrierAccountId, CustomerId},
    message,
};
use futures_util::FutureExt;
use quotes::quotes::consignment;
use serde_json::{Value, json};
use work::{
    event::ScopeEvents,
    job::{NewJob, ScopeJobs},
};

use crate::{bookings, carrier_calls};
use crate::{
    bookings::{
        input::ScanInput,
        model::Booking,
        operations::{LoggedOperation, Operation, OperationStatus, STATUS_NOT_ALLOWED},
        status::Status,
    },
    dates, events,
    tracking::{self, poll::PollState, scans::Scan},
};

pub const TRACK_JOB: &str = "bookings.track";
pub const EVERY_MINUTES: i64 = 15;
const BOOKINGS_PER_RUN: i64 = 500;
/// Consignments per carrier request.
const MAX_PER_CALL: usize = 50;

pub fn supports_tracking(scope: &Scope, booking: &Booking) -> Result<bool> {
    let port = scope.port::<dyn CarrierPort>()?;
    Ok(booking
        .service
        .carrier
        .as_deref()
        .and_then(|code| port.carrier(scope.tenant, code))
        .is_some_and(|carrier| carrier.tracks))
}

pub async fn enqueue(scope: &mut Scope, after: TimeDelta) -> Result<()> {
    let due = scope.now() + after;
    scope
        .enqueue(
            NewJob::new(TRACK_JOB, json!({}))
                .with_dedup_key("all")
                .run_at(due),
        )
        .await
}

/// Polls the carriers now.
pub async fn refresh(scope: &mut Scope, bookings: Vec<Booking>) -> BTreeMap<BookingId, Result<()>> {
    let mut outcomes = BTreeMap::new();
    let mut by_account: BTreeMap<CarrierAccountId, Vec<Booking>> = BTreeMap::new();
    for booking in bookings {
        match carrier_calls::service::account_of(&booking)
            .and_then(|account| carrier_calls::service::carrier_record(&booking).map(|_| account))
        {
            Ok(account) => by_account.entry(account).or_default().push(booking),
            Err(error) => drop(outcomes.insert(booking.id, Err(error))),
        }
    }
    let (mut polled, total) = (0, by_account.values().map(Vec::len).sum());
    for (account, bookings) in by_account {
        for some in bookings.chunks(MAX_PER_CALL) {
            // Completed polls stay; the rest follows in the next run.
            if scope
                .step(polled, Some(total), "Asking carriers where goods are")
                .is_err()
            {
                return outcomes;
            }
            polled += some.len();
            match poll_account(scope, account, some).await {
                Ok(()) => outcomes.extend(some.iter().map(|booking| (booking.id, Ok(())))),
                Err(error) => {
                    scope.rollback();
                    let message = error.full_message();
                    outcomes.extend(some.iter().map(|booking| {
                        (
                            booking.id,
                            Err(carrier_calls::service::REFUSED.with_message(message.clone())),
                        )
                    }));
                }
            }
        }
    }
    outcomes
}

async fn poll_account(
    scope: &mut Scope,
    account: CarrierAccountId,
    bookings: &[Booking],
) -> Result<()> {
    let (port, call) = match carrier_calls::service::prepare_call(scope, account).await {
        Ok(found) => found,
        Err(error) => {
            scope.rollback();
            record_poll(scope, bookings, false).await?;
            return Err(error);
        }
    };
    scope.commit().await?;
    let booked = bookings
        .iter()
        .filter_map(|booking| booking.carrier_record.booked.clone())
        .collect();
    let answer = port.track(call, booked).await;
    // Answered or not, other bookings come first in the next run.
    record_poll(scope, bookings, matches!(answer, Ok(Some(_)))).await?;
    let tracked = match answer {
        Err(fault) => return Err(carrier_calls::service::rejection(&fault)),
        Ok(None) => {
            return Err(STATUS_NOT_ALLOWED.with_message(message!(
                "This carrier has no tracking. Enter scans by hand."
            )));
        }
        Ok(Some(tracked)) => tracked,
    };
    for booking in bookings {
        if let Some(news) = tracked
            .iter()
            .find(|news| Some(&news.connote) == booking.consignment.consignment_id.as_ref())
        {
            apply_news(scope, booking.id, news).await?;
        }
    }
    Ok(())
}

/// Records the poll, its success and the next poll time.
async fn record_poll(scope: &mut Scope, bookings: &[Booking], is_answered: bool) -> Result<()> {
    let now = scope.now();
    for booking in bookings {
        let failures = if is_answered {
            0
        } else {
            booking.tracking.track_failures.saturating_add(1)
        };
        let silent = now - last_news_time(booking);
        let spread = booking.id.0.wrapping_add(now.timestamp());
        let next_poll = now
            + tracking::poll::poll_interval(PollState {
                status: booking.effective_status(),
                silent,
                failures,
                spread,
            });
        tracking::store::set_poll_state(scope, booking.id, now, next_poll, failures).await?;
    }
    scope.commit().await
}

/// Applies pushed tracking, limited to one customer's bookings if given. Unknown consignments are
/// skipped: carriers push everything of an account.
pub async fn apply_pushed(
    scope: &mut Scope,
    carrier: &str,
    customer: Option<CustomerId>,
    pushed: &[Tracked],
) -> Result<()> {
    for news in pushed {
        let narrow = Where::all()
            .eq(Booking::CARRIER, carrier)
            .eq(Booking::CONSIGNMENT_ID, news.connote.as_str())
            .eq_some(Booking::CUSTOMER_ID, customer);
        let bookings: Vec<Booking> = scope.all(narrow).await?;
        scope.rollback();
        // The newest: carriers reuse numbers after years.
        if let Some(booking) = bookings.iter().max_by_key(|booking| booking.id) {
            apply_news(scope, booking.id, news).await?;
        }
    }
    Ok(())
}

/// Retries if the booking changed meanwhile or another host stored the same news.
async fn apply_news(scope: &mut Scope, id: BookingId, news: &Tracked) -> Result<()> {
    const TRIES: usize = 3;
    for attempt in 1.. {
        match store_news(scope, id, news).await {
            Err(Error::Conflict | Error::Refused { .. }) if attempt < TRIES => scope.rollback(),
            other => return other,
        }
    }
    Ok(())
}

async fn store_news(scope: &mut Scope, id: BookingId, news: &Tracked) -> Result<()> {
    let mut booking: Booking = scope.find(id).await?;
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let stored_ids = bookings::store::known_events(scope, id).await?;
    let scans = tracking::scans::new_scans(&news.events, &stored_ids, zone, scope.now());
    let eta = news
        .eta
        .as_deref()
        .and_then(|eta| dates::parse_eta(eta, zone))
        .or(booking.tracking.eta);
    if scans.is_empty() && eta == booking.tracking.eta {
        scope.rollback();
        return Ok(());
    }
    let before = std::mem::replace(&mut booking.tracking.eta, eta);
    add(scope, booking, scans, false).await?;
    if eta != before {
        let change = events::EtaChange {
            booking_id: id,
            from: before,
            to: eta,
        };
        scope.publish(&events::ETA_CHANGED, &change).await?;
    }
    scope.commit().await
}

/// Adds scans and advances the status; the caller saves.
pub async fn add(
    scope: &mut Scope,
    mut booking: Booking,
    scans: Vec<Scan>,
    by_hand: bool,
) -> Result<Booking> {
    let before = booking.booking_status;
    let news = !scans.is_empty();
    for scan in scans {
        bookings::store::add_scan(scope, booking.id, scan, by_hand).await?;
    }
    if news {
        let all = bookings::store::scans(scope, booking.id).await?;
        let standing = booking.effective_status();
        let new_status = bookings::scan_effects::after_scans(
            standing,
            all.iter().filter_map(|scan| scan.status),
        );
        if new_status != standing {
            booking.booking_status = new_status;
        }
        if let Some(last) =
            bookings::scan_effects::last_scan(booking.booking_status, &all, |scan| scan.status)
        {
            booking.tracking.last_tracking_status = last.status;
            booking.tracking.last_tracking_modified_time = Some(last.happened);
        }
        if booking.booking_status.is_final() {
            booking.tracking.tracked_automatically = false;
        }
    }
    scope.update(&mut booking).await?;
    if news {
        scope
            .publish(
                &events::SCANNED,
                &events::OneBooking {
                    booking_id: booking.id,
                },
            )
            .await?;
    }
    bookings::change::announce_status(scope, &booking, before).await?;
    Ok(booking)
}

pub async fn add_manual(scope: &mut Scope, input: ScanInput) -> Result<Booking> {
    let booking = bookings::store::find(scope, input.booking_id).await?;
    Operation::AddTrackingEvent.check_for(&booking)?;
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let status = scanned_status(&input.status, "status")?;
    let scan_time = dates::parse_scan_time(input.at.as_deref(), zone, scope.now())
        .map_err(|message| Error::invalid("at", message))?;
    for (member, text) in [
        ("description", Some(&input.description)),
        ("location", Some(&input.location)),
        ("signedBy", input.signed_by.as_ref()),
    ] {
        if text.is_some_and(|text| text.chars().count() > 500) {
            return Err(Error::invalid(
                member,
                message!("must be at most {max} characters", max = 500),
            ));
        }
    }
    let scan = Scan {
        event_id: format!("hand-{}", scope.new_guid().simple()),
        status: Some(status),
        time: scan_time,
        description: input.description.trim().to_owned(),
        location: input.location.trim().to_owned(),
        signed_by: input
            .signed_by
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty()),
        carrier_status: None,
    };
    let booking = add(scope, booking, vec![scan], true).await?;
    let entry = bookings::store::Entry {
        operation: LoggedOperation::AddTrackingEvent,
        status: OperationStatus::Success,
        value: Some(status.as_str().to_owned()),
        message: None,
    };
    bookings::store::log(scope, booking.id, entry).await?;
    scope.commit().await?;
    Ok(booking)
}

/// Parses a status that can be scanned.
pub fn scanned_status(word: &str, member: &str) -> Result<Status> {
    word.trim()
        .parse::<Status>()
        .ok()
        .filter(|status| status.can_be_scanned())
        .ok_or_else(|| {
            let statuses: Vec<&str> = Status::ALL
                .iter()
                .copied()
                .filter(|status| status.can_be_scanned())
                .map(Status::as_str)
                .collect();
            Error::invalid(
                member,
                message!("must be one of {known}", known = statuses.join(", ")),
            )
        })
}

/// Polls those that waited longest and enqueues itself while any remain.
pub async fn run_job(mut scope: Scope, _: Value) -> Result<()> {
    let now = scope.now();
    let ids = tracking::store::load_due(&mut scope, now, BOOKINGS_PER_RUN).await?;
    let bookings: Vec<Booking> = scope.all(Where::all().is_in(Booking::ID, &ids)).await?;
    let max_silence = TimeDelta::days(
        tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .bookings
            .tracking_days,
    );
    scope.rollback();
    let (silent, live): (Vec<Booking>, Vec<Booking>) = bookings
        .into_iter()
        .partition(|booking| is_expired(booking, now, max_silence));
    for mut booking in silent {
        let before = booking.booking_status;
        booking.tracking.tracked_automatically = false;
        booking.booking_status = Status::TrackingExpired;
        scope.update(&mut booking).await?;
        bookings::change::announce_status(&mut scope, &booking, before).await?;
        scope.commit().await?;
    }
    // Boxed: the future of a whole run is large.
    for (booking, outcome) in refresh(&mut scope, live).boxed().await {
        if let Err(error) = outcome {
            tracing::info!(
                booking = booking.0,
                error = error.sentence(),
                "cannot track a booking"
            );
        }
    }
    if tracking::store::has_tracked(&mut scope).await? {
        let pause = if ids.len() as i64 == BOOKINGS_PER_RUN {
            TimeDelta::zero()
        } else {
            TimeDelta::minutes(EVERY_MINUTES)
        };
        enqueue(&mut scope, pause).await?;
    }
    scope.commit().await
}

/// True after a long silence. Our hold stays, so that it can be released.
fn is_expired(booking: &Booking, now: DateTime<Utc>, max_silence: TimeDelta) -> bool {
    booking.effective_status().is_in_transit() && now - last_news_time(booking) > max_silence
}

fn last_news_time(booking: &Booking) -> DateTime<Utc> {
    booking
        .tracking
        .last_tracking_modified_time
        .unwrap_or(booking.booking_date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bookings::status::Status;

    #[test]
    fn tracking_of_held_bookings_does_not_expire() {
        let now = "2026-03-10T00:00:00Z".parse().unwrap();
        let expires = |booking_status, status_before_hold| {
            let booking = Booking {
                booking_date: "2026-01-10T00:00:00Z".parse().unwrap(),
                booking_status,
                status_before_hold,
                ..Booking::default()
            };
            is_expired(&booking, now, TimeDelta::days(30))
        };
        assert!(expires(Status::InTransit, None) && expires(Status::Booked, None));
        assert!(expires(Status::OnHold, None), "held by the carrier");
        assert!(!expires(Status::OnHold, Some(Status::Booked)), "held by us");
    }
}
