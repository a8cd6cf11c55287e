//! Tracking: for anybody who knows connote and post code, and scans entered by hand.

use chrono::{DateTime, Utc};
use freight::address::Address;
use kernel::{
    Error, Result, Scope, Where,
    ids::BookingId,
    limiter::{Limit, MINUTE},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::single;
use crate::{
    model::{
        Booking, TrackingEvent,
        input::ScanInput,
        view::{BookingView, TrackingView},
    },
    rules::{papers, status::Status},
    service::track,
    store,
};

pub async fn add(mut scope: Scope, input: ScanInput) -> Result<BookingView> {
    let booking = track::by_hand(&mut scope, input).await?;
    single::whole(&mut scope, booking).await
}

/// Connote numbers are counted up and post codes are few: nobody is to try them all.
pub const PUBLIC: Limit = Limit {
    name: "tracking",
    window: MINUTE,
    per_address: Some(60),
    per_tenant: Some(1200),
    per_user: None,
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    connote_number: String,
    post_code: String,
}

/// What anybody may know who holds connote and post code: where the goods are, not who sends what to whom.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tracked {
    eta: Option<DateTime<Utc>>,
    booking_id: BookingId,
    booking_status: Status,
    tracking_details: Vec<TrackingView>,
    /// Of the delivery, once there was one.
    proof_of_delivery: Option<Proof>,
    from_address: Address,
    to_address: Address,
}

/// When, where and to whom goods were handed over.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProofOfDelivery")]
pub struct Proof {
    delivered_at: DateTime<Utc>,
    location: String,
    signed_by: Option<String>,
}

impl Proof {
    fn of(scans: &[TrackingEvent]) -> Option<Self> {
        let last = papers::proof(scans)?;
        let (location, signed_by) = (last.location.clone(), last.signed_by.clone());
        Some(Self {
            delivered_at: last.happened,
            location,
            signed_by,
        })
    }
}

pub async fn public(mut scope: Scope, wanted: Wanted) -> Result<Tracked> {
    let post_code = wanted.post_code.trim();
    // Connote and post code together are the key.
    let rows = scope.unbound().await?;
    let found: Vec<Booking> = rows
        .all(Where::all().eq(Booking::CONSIGNMENT_ID, wanted.connote_number.trim()))
        .await?;
    // The newest: a carrier may use its numbers again after years.
    let booking = found
        .into_iter()
        .rev()
        .find(|booking| booking.to_post_code == post_code || booking.from_post_code == post_code)
        .ok_or(Error::NotFound(
            "A consignment with this connote and post code",
        ))?;
    let scans = store::in_order(
        rows.all(Where::all().eq(TrackingEvent::BOOKING_ID, booking.id))
            .await?,
    );
    Ok(Tracked {
        eta: booking.eta,
        booking_id: booking.id,
        booking_status: booking.booking_status,
        proof_of_delivery: Proof::of(&scans)
            .filter(|_| booking.booking_status == Status::Delivered),
        tracking_details: scans.into_iter().map(TrackingView::from).collect(),
        from_address: place(&booking.from_address),
        to_address: place(&booking.to_address),
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
