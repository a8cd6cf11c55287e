//! What bookings tell the areas above.

use kernel::{
    event::Event,
    ids::{BookingId, CustomerId},
};
use serde::{Deserialize, Serialize};

use crate::rules::status::Status;

/// The booking that something happened to.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OneBooking {
    pub booking_id: BookingId,
}

/// A booking that is there no more, and whose it was.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeletedBooking {
    pub booking_id: BookingId,
    /// None in events of before it was told.
    pub customer_id: Option<CustomerId>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifested {
    pub booking_id: BookingId,
    /// The manifest's number.
    pub manifest_id: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusChange {
    pub booking_id: BookingId,
    pub from: Status,
    pub to: Status,
}

pub static CREATED: Event<OneBooking> = Event::new("bookings.created", 1);
pub static CHANGED: Event<OneBooking> = Event::new("bookings.changed", 1);
pub static BOOKED: Event<OneBooking> = Event::new("bookings.booked", 1);
pub static CANCELLED: Event<OneBooking> = Event::new("bookings.cancelled", 1);
pub static DELETED: Event<DeletedBooking> = Event::new("bookings.deleted", 2).upgrading(|_, payload| Some(payload));
pub static MANIFESTED: Event<Manifested> = Event::new("bookings.manifested", 1);
pub static STATUS_CHANGED: Event<StatusChange> = Event::new("bookings.status-changed", 1);
