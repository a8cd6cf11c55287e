//! Tracking routes: public lookup by connote and post code, and manual scans.

use carriage::address::Address;
use chrono::{DateTime, Utc};
use data::{Error, Result, Scope, Where, ids::BookingId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use work::limiter::{Limit, MINUTE};

use crate::bookings;
use crate::{
    booking_documents,
    bookings::{
        input::ScanInput,
        model::Booking,
        records::TrackingEvent,
        status::Status,
        view::{BookingView, TrackingView},
    },
    tracking,
};

pub async fn add(mut scope: Scope, input: ScanInput) -> Result<BookingView> {
    let booking = tracking::service::add_manual(&mut scope, input).await?;
    bookings::routes::load_view(&mut scope, booking).await
}

/// Connote numbers are sequential and post codes few: limits enumeration.
pub const TRACKING_LIMIT: Limit = Limit {
    name: "tracking",
    window: MINUTE,
    per_address: Some(60),
    per_tenant: Some(1200),
    per_user: None,
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackingQuery {
    connote_number: String,
    post_code: String,
}

/// Public tracking view: position of the goods, without names or contents.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tracked {
    eta: Option<DateTime<Utc>>,
    booking_id: BookingId,
    booking_status: Status,
    tracking_details: Vec<TrackingView>,
    /// Set once delivered.
    proof_of_delivery: Option<Proof>,
    from_address: Address,
    to_address: Address,
}

/// Time, place and recipient of the delivery.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProofOfDelivery")]
pub struct Proof {
    delivered_at: DateTime<Utc>,
    location: String,
    signed_by: Option<String>,
}

impl Proof {
    fn from_scans(scans: &[TrackingEvent]) -> Option<Self> {
        let last = booking_documents::rules::delivery_scan(scans)?;
        let (location, signed_by) = (last.location.clone(), last.signed_by.clone());
        Some(Self {
            delivered_at: last.happened,
            location,
            signed_by,
        })
    }
}

pub async fn track_public(mut scope: Scope, query: TrackingQuery) -> Result<Tracked> {
    let post_code = query.post_code.trim();
    // Connote and post code together authorise the read.
    let rows = scope.unrestricted().await?;
    let bookings: Vec<Booking> = rows
        .all(Where::all().eq(Booking::CONSIGNMENT_ID, query.connote_number.trim()))
        .await?;
    // The newest: carriers reuse numbers after years.
    let booking = bookings
        .into_iter()
        .rev()
        .find(|booking| {
            booking.route.to_post_code == post_code || booking.route.from_post_code == post_code
        })
        .ok_or(Error::NotFound(
            "A consignment with this connote and postcode",
        ))?;
    let scans = bookings::store::sort_by_time(
        rows.all(Where::all().eq(TrackingEvent::BOOKING_ID, booking.id))
            .await?,
    );
    Ok(Tracked {
        eta: booking.tracking.eta,
        booking_id: booking.id,
        booking_status: booking.booking_status,
        proof_of_delivery: Proof::from_scans(&scans)
            .filter(|_| booking.booking_status == Status::Delivered),
        tracking_details: scans.into_iter().map(TrackingView::from).collect(),
        from_address: place(&booking.route.from_address),
        to_address: place(&booking.route.to_address),
    })
}

fn place(address: &Address) -> Address {
    Address {
        suburb: address.suburb.clone(),
        post_code: address.post_code.clone(),
        state: address.state.clone(),
        state_code: address.state_code.clone(),
        country: address.country.clone(),
        country_code: address.country_code.clone(),
        ..Address::default()
    }
}
