//! Bookings on the tenant's own vehicles, for the area that gives them to drivers.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use data::{Result, Scope, Where, ids::BookingId};

use crate::{
    bookings::{
        self,
        booked::BookedConsignment,
        model::Booking,
        operations::{Operation, check_not_pending},
        records::TrackingEvent,
        status::Status,
        view::is_on_own_vehicles as is_own,
    },
    dates::ScanTime,
    tracking::{self, scans::Scan},
};

/// A booking that the tenant's own vehicles carry.
#[derive(Debug, Clone)]
pub struct FleetBooking {
    pub booking: BookedConsignment,
    /// Id of the scan that was stored last.
    pub last_scan: Option<String>,
}

/// A scan by the tenant's own driver.
#[derive(Debug, Clone)]
pub struct FleetScan {
    /// Unique for the booking: a repeat changes nothing.
    pub event_id: String,
    pub status: Status,
    pub time: DateTime<Utc>,
    pub description: String,
    pub location: String,
    pub signed_by: Option<String>,
}

/// Returns those of the bookings that declare dangerous goods.
pub async fn find_dangerous(scope: &mut Scope, ids: &[BookingId]) -> Result<HashSet<BookingId>> {
    let dangerous = Where::all()
        .is_in(Booking::ID, ids)
        .eq(Booking::IS_DANGEROUS_GOOD, true);
    let bookings: Vec<Booking> = scope.all(dangerous).await?;
    Ok(bookings.into_iter().map(|booking| booking.id).collect())
}

/// Returns the UN numbers of a carrier's consignments by connote, such as `UN1263`; those without
/// dangerous goods are left out.
pub async fn load_un_numbers(
    scope: &mut Scope,
    carrier: &str,
    connotes: &[String],
) -> Result<HashMap<String, Vec<String>>> {
    let dangerous = Where::all()
        .is_in(Booking::CONSIGNMENT_ID, connotes)
        .eq(Booking::CARRIER, carrier.to_owned())
        .eq(Booking::IS_DANGEROUS_GOOD, true);
    let bookings: Vec<Booking> = scope.all(dangerous).await?;
    Ok(bookings
        .into_iter()
        .filter(|booking| !booking.booking_status.is_gone())
        .map(|booking| {
            let numbers = un_numbers(&booking);
            (
                booking.consignment.consignment_id.unwrap_or_default(),
                numbers,
            )
        })
        .collect())
}

pub(crate) fn un_numbers(booking: &Booking) -> Vec<String> {
    let numbers = booking.dangerous().un_numbers();
    numbers.iter().map(|number| format!("UN{number}")).collect()
}

/// Loads a booking; none if it is unknown or another carrier's.
pub async fn load_fleet_booking(scope: &mut Scope, id: BookingId) -> Result<Option<FleetBooking>> {
    let booking: Option<BookedConsignment> = scope.first(Where::id(id)).await?;
    let Some(booking) = booking.filter(|booking| is_own(scope, &booking.service)) else {
        return Ok(None);
    };
    let scans: Vec<TrackingEvent> = scope
        .all(Where::all().eq(TrackingEvent::BOOKING_ID, id))
        .await?;
    let last = scans.into_iter().max_by_key(|scan| scan.id);
    Ok(Some(FleetBooking {
        booking,
        last_scan: last.map(|scan| scan.event_id),
    }))
}

/// Adds a scan; the status follows as after a carrier's scan. Skips repeats, and bookings that are
/// finished or have the status already. Returns true if the scan was added; the caller commits.
pub async fn add_fleet_scan(scope: &mut Scope, id: BookingId, scan: FleetScan) -> Result<bool> {
    scope.lock::<Booking>(id).await?;
    let booking: Option<Booking> = scope.first(Where::id(id)).await?;
    let Some(booking) = booking.filter(|booking| {
        let status = booking.effective_status();
        status.is_in_transit() && status != scan.status
    }) else {
        return Ok(false);
    };
    let known = bookings::store::known_events(scope, id).await?;
    if known.contains(&scan.event_id) {
        return Ok(false);
    }
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let scan = Scan {
        event_id: scan.event_id,
        status: Some(scan.status),
        time: ScanTime {
            at: scan.time,
            local: scan.time.with_timezone(&zone).to_rfc3339(),
        },
        description: scan.description,
        location: scan.location,
        signed_by: scan.signed_by,
        carrier_status: None,
    };
    tracking::service::add(scope, booking, vec![scan], false).await?;
    Ok(true)
}

/// Holds a booking of the tenant's own vehicles, on the road too; the caller commits. Skips one
/// that is held or finished, and another carrier's.
pub async fn hold_fleet_booking(scope: &mut Scope, id: BookingId) -> Result<()> {
    let Some(booking) = lock(scope, id).await? else {
        return Ok(());
    };
    let status = booking.effective_status();
    if status == Status::OnHold || status.is_final() {
        return Ok(());
    }
    match status.is_in_transit() {
        true => check_not_pending(&booking)?,
        false => Operation::Hold.check_for(&booking)?,
    }
    bookings::change::begin_hold(scope, booking).await?;
    Ok(())
}

/// Releases a booking of the tenant's own vehicles; the caller commits. Skips one that is not held.
pub async fn release_fleet_booking(scope: &mut Scope, id: BookingId) -> Result<()> {
    match lock(scope, id).await? {
        Some(booking) if booking.effective_status() == Status::OnHold => {
            bookings::change::end_hold(scope, booking).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Rejects what `cancel_fleet_booking` would reject.
pub async fn check_fleet_cancellation(scope: &mut Scope, id: BookingId) -> Result<()> {
    match load(scope, id).await? {
        Some(booking) if booking.booking_status != Status::Cancelled => {
            bookings::cancel::check(&booking)
        }
        _ => Ok(()),
    }
}

/// Cancels a booking of the tenant's own vehicles, and commits. Skips a cancelled one.
pub async fn cancel_fleet_booking(scope: &mut Scope, id: BookingId) -> Result<()> {
    match load(scope, id).await? {
        Some(booking) if booking.booking_status != Status::Cancelled => {
            bookings::cancel::cancel(scope, id).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

async fn lock(scope: &mut Scope, id: BookingId) -> Result<Option<Booking>> {
    scope.lock::<Booking>(id).await?;
    load(scope, id).await
}

async fn load(scope: &mut Scope, id: BookingId) -> Result<Option<Booking>> {
    let booking: Option<Booking> = scope.first(Where::id(id)).await?;
    Ok(booking.filter(|booking| is_own(scope, &booking.service)))
}
