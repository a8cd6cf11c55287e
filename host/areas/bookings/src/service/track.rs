//! Where the goods are: asking carriers, taking scans entered by hand, and what both make of the status.

use std::collections::BTreeMap;

use carriers::port::{CarrierPort, Tracked};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::FutureExt;
use kernel::{
    Error, Result, Scope, Where,
    db::Col,
    ids::{BookingId, CarrierAccountId, CustomerId},
    job::NewJob,
    message, tsql,
};
use quotes::rules::consignment;
use serde_json::{Value, json};

use super::{carrier, change};
use crate::{
    events,
    model::{Booking, input::ScanInput},
    rules::{
        dates,
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus},
        poll::{self, Asked},
        scan::{self, Scan},
        status::{self, Status},
    },
    store,
};

/// The kind of job that asks the carriers.
pub const TRACK: &str = "bookings.track";
/// How often carriers are asked.
pub const EVERY_MINUTES: i64 = 15;
/// What a carrier takes in one question.
const AT_ONCE: usize = 50;
/// How many bookings one run of the job looks at; the next takes those that waited longest.
const A_RUN: i64 = 500;

/// Whether the booking's carrier can be asked where goods are.
pub fn tracks(scope: &Scope, booking: &Booking) -> Result<bool> {
    let port = scope.port::<dyn CarrierPort>()?;
    Ok(booking
        .carrier
        .as_deref()
        .and_then(|code| port.carrier(scope.tenant, code))
        .is_some_and(|carrier| carrier.tracks))
}

/// Leaves word that there is something to track.
pub async fn enqueue(scope: &mut Scope, after: TimeDelta) -> Result<()> {
    let due = scope.now() + after;
    scope
        .enqueue(NewJob::new(TRACK, json!({})).once("all").at(due))
        .await
}

/// Asks the carriers of these bookings now. Gives, for each booking, what came of it.
pub async fn refresh(scope: &mut Scope, bookings: Vec<Booking>) -> BTreeMap<BookingId, Result<()>> {
    let mut outcomes = BTreeMap::new();
    let mut by_account: BTreeMap<CarrierAccountId, Vec<Booking>> = BTreeMap::new();
    for booking in bookings {
        match carrier::account(&booking)
            .and_then(|account| carrier::booked(&booking).map(|_| account))
        {
            Ok(account) => by_account.entry(account).or_default().push(booking),
            Err(error) => drop(outcomes.insert(booking.id, Err(error))),
        }
    }
    let (mut asked, total) = (0, by_account.values().map(Vec::len).sum());
    for (account, bookings) in by_account {
        for some in bookings.chunks(AT_ONCE) {
            // What was asked so far stays as it is; the rest has its turn at the next run.
            if scope
                .step(asked, Some(total), "Asking carriers where goods are")
                .is_err()
            {
                return outcomes;
            }
            asked += some.len();
            match ask(scope, account, some).await {
                Ok(()) => outcomes.extend(some.iter().map(|booking| (booking.id, Ok(())))),
                Err(error) => {
                    scope.rollback();
                    let words = error.said();
                    outcomes.extend(
                        some.iter().map(|booking| {
                            (booking.id, Err(carrier::REFUSED.because(words.clone())))
                        }),
                    );
                }
            }
        }
    }
    outcomes
}

async fn ask(scope: &mut Scope, account: CarrierAccountId, bookings: &[Booking]) -> Result<()> {
    let (port, call) = match carrier::call(scope, account).await {
        Ok(found) => found,
        Err(error) => {
            scope.rollback();
            all_asked(scope, bookings, false).await?;
            return Err(error);
        }
    };
    scope.commit().await?;
    let booked = bookings
        .iter()
        .filter_map(|booking| booking.carrier_record.booked.clone())
        .collect();
    let answer = port.track(call, booked).await;
    // Whatever it said, others are asked about first next time.
    all_asked(scope, bookings, matches!(answer, Ok(Some(_)))).await?;
    let tracked = match answer {
        Err(fault) => return Err(carrier::refusal(&fault)),
        Ok(None) => {
            return Err(NOT_NOW.because(message!(
                "This carrier cannot be asked where goods are. Enter scans by hand."
            )));
        }
        Ok(Some(tracked)) => tracked,
    };
    for booking in bookings {
        if let Some(news) = tracked
            .iter()
            .find(|news| Some(&news.connote) == booking.consignment_id.as_ref())
        {
            take_one(scope, booking.id, news).await?;
        }
    }
    Ok(())
}

/// Notes that the carrier was asked, whether it has answered, and when it is asked again. It is no change of the
/// bookings: forms that are open stay valid.
async fn all_asked(scope: &mut Scope, bookings: &[Booking], is_answered: bool) -> Result<()> {
    let now = scope.now();
    for booking in bookings {
        let failures = if is_answered {
            0
        } else {
            booking.track_failures.saturating_add(1)
        };
        let silent = now - last_heard(booking);
        let spread = booking.id.0.wrapping_add(now.timestamp());
        let after = now
            + poll::pause(Asked {
                status: booking.standing(),
                silent,
                failures,
                spread,
            });
        let sql = tsql!(
            "UPDATE bookings SET tracked_time = $3, track_after = $4, track_failures = $5
             WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(
                sql,
                vec![booking.id.val(), now.val(), after.val(), failures.val()],
            )
            .await?;
    }
    scope.commit().await
}

/// Takes tracking that a carrier has pushed, of this customer's bookings alone if there is one. Consignments that are not
/// in the tenant are passed over: a carrier tells of all that it carries for an account.
pub async fn take_pushed(
    scope: &mut Scope,
    carrier: &str,
    customer: Option<CustomerId>,
    told: &[Tracked],
) -> Result<()> {
    for news in told {
        let narrow = Where::all()
            .eq(Booking::CARRIER, carrier)
            .eq(Booking::CONSIGNMENT_ID, news.connote.as_str())
            .eq_some(Booking::CUSTOMER_ID, customer);
        let found: Vec<Booking> = scope.all(narrow).await?;
        scope.rollback();
        // The newest: a carrier may use its numbers again after years.
        if let Some(booking) = found.iter().max_by_key(|booking| booking.id) {
            take_one(scope, booking.id, news).await?;
        }
    }
    Ok(())
}

/// Keeps what a carrier said of one booking. Somebody else may change the booking meanwhile, or another host may have
/// heard the same: then it is read again.
async fn take_one(scope: &mut Scope, id: BookingId, news: &Tracked) -> Result<()> {
    const TRIES: usize = 3;
    for attempt in 1.. {
        match keep_news(scope, id, news).await {
            Err(Error::Conflict | Error::Refused { .. }) if attempt < TRIES => scope.rollback(),
            other => return other,
        }
    }
    Ok(())
}

async fn keep_news(scope: &mut Scope, id: BookingId, news: &Tracked) -> Result<()> {
    let mut booking: Booking = scope.find(id).await?;
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let known = store::known_events(scope, id).await?;
    let scans = scan::new_scans(&news.events, &known, zone, scope.now());
    let eta = news
        .eta
        .as_deref()
        .and_then(|eta| dates::eta(eta, zone))
        .or(booking.eta);
    if scans.is_empty() && eta == booking.eta {
        scope.rollback();
        return Ok(());
    }
    let before = std::mem::replace(&mut booking.eta, eta);
    add(scope, booking, scans, false).await?;
    if eta != before {
        let change = events::EtaChange {
            booking_id: id,
            from: before,
            to: eta,
        };
        scope.announce(&events::ETA_CHANGED, &change).await?;
    }
    scope.commit().await
}

/// Adds scans to a booking and moves its status along; the caller saves.
pub async fn add(
    scope: &mut Scope,
    mut booking: Booking,
    scans: Vec<Scan>,
    by_hand: bool,
) -> Result<Booking> {
    let before = booking.booking_status;
    let news = !scans.is_empty();
    for scan in scans {
        store::add_scan(scope, booking.id, scan, by_hand).await?;
    }
    if news {
        let all = store::scans(scope, booking.id).await?;
        let standing = booking.standing();
        let then = status::after_scans(standing, all.iter().filter_map(|scan| scan.status));
        if then != standing {
            booking.booking_status = then;
        }
        if let Some(last) = status::last_scan(booking.booking_status, &all, |scan| scan.status) {
            booking.last_tracking_status = last.status;
            booking.last_tracking_modified_time = Some(last.happened);
        }
        if booking.booking_status.is_final() {
            booking.tracked_automatically = false;
        }
    }
    scope.update(&mut booking).await?;
    if news {
        scope
            .announce(
                &events::SCANNED,
                &events::OneBooking {
                    booking_id: booking.id,
                },
            )
            .await?;
    }
    change::announce_status(scope, &booking, before).await?;
    Ok(booking)
}

/// Takes a scan that a person entered.
pub async fn by_hand(scope: &mut Scope, input: ScanInput) -> Result<Booking> {
    let booking = store::find(scope, input.booking_id).await?;
    Operation::AddTrackingEvent.check_for(&booking)?;
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let status = scanned_status(&input.status, "status")?;
    let seen = dates::seen(input.at.as_deref(), zone, scope.now())
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
        seen,
        description: input.description.trim().to_owned(),
        location: input.location.trim().to_owned(),
        signed_by: input
            .signed_by
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty()),
        carrier_status: None,
    };
    let booking = add(scope, booking, vec![scan], true).await?;
    let entry = store::Entry {
        operation: LoggedOperation::AddTrackingEvent,
        status: OperationStatus::Success,
        value: Some(status.word().to_owned()),
        message: None,
    };
    store::log(scope, booking.id, entry).await?;
    scope.commit().await?;
    Ok(booking)
}

/// A status that can be scanned at a depot or at the delivery address.
pub fn scanned_status(word: &str, member: &str) -> Result<Status> {
    word.trim()
        .parse::<Status>()
        .ok()
        .filter(|status| status.may_be_scanned())
        .ok_or_else(|| {
            let words: Vec<&str> = Status::ALL
                .iter()
                .copied()
                .filter(|status| status.may_be_scanned())
                .map(Status::word)
                .collect();
            Error::invalid(
                member,
                message!("must be one of {known}", known = words.join(", ")),
            )
        })
}

/// The job `bookings.track`: asks about the bookings that waited longest, and comes back while there are any.
pub async fn job(mut scope: Scope, _: Value) -> Result<()> {
    let now = scope.now();
    let rows = scope
        .rows(
            tsql!(
                "SELECT id FROM bookings WHERE tenant_id = $1 AND tracked_automatically AND consignment_id IS NOT NULL
                 AND (track_after IS NULL OR track_after <= $2) ORDER BY track_after NULLS FIRST, id LIMIT 500"
            ),
            vec![now.val()],
        )
        .await?;
    let ids: Vec<BookingId> = rows
        .iter()
        .map(|row| row.get(0))
        .collect::<kernel::sqlx::Result<_>>()?;
    let bookings: Vec<Booking> = scope.all(Where::all().is_in(Booking::ID, &ids)).await?;
    let patience = TimeDelta::days(
        tenancy::settings_of(scope.host(), scope.tenant)
            .await?
            .bookings
            .tracking_days,
    );
    scope.rollback();
    let (silent, live): (Vec<Booking>, Vec<Booking>) = bookings
        .into_iter()
        .partition(|booking| now - last_heard(booking) > patience);
    for mut booking in silent {
        let before = booking.booking_status;
        booking.tracked_automatically = false;
        booking.booking_status = Status::TrackingExpired;
        scope.update(&mut booking).await?;
        change::announce_status(&mut scope, &booking, before).await?;
        scope.commit().await?;
    }
    // Boxed: the future of a whole run is large.
    for (booking, outcome) in refresh(&mut scope, live).boxed().await {
        if let Err(error) = outcome {
            tracing::info!(
                booking = booking.0,
                error = error.sentence(),
                "a booking could not be tracked"
            );
        }
    }
    let left = scope
        .rows(
            tsql!("SELECT 1 FROM bookings WHERE tenant_id = $1 AND tracked_automatically LIMIT 1"),
            Vec::new(),
        )
        .await?;
    if !left.is_empty() {
        let pause = if ids.len() as i64 == A_RUN {
            TimeDelta::zero()
        } else {
            TimeDelta::minutes(EVERY_MINUTES)
        };
        enqueue(&mut scope, pause).await?;
    }
    scope.commit().await
}

/// When something was heard of the goods last.
fn last_heard(booking: &Booking) -> DateTime<Utc> {
    booking
        .last_tracking_modified_time
        .unwrap_or(booking.booking_date)
}
