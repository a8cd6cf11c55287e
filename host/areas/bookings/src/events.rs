//! Events of bookings.

use chrono::{DateTime, Utc};
use data::ids::{BookingId, BookingNoteId, CustomerId};
use serde::{Deserialize, Serialize};
use work::event::Event;

use crate::bookings::status::Status;

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OneBooking {
    pub booking_id: BookingId,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeletedBooking {
    pub booking_id: BookingId,
    /// None in events stored before this field existed.
    pub customer_id: Option<CustomerId>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifested {
    pub booking_id: BookingId,
    /// Manifest number.
    pub manifest_id: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusChange {
    pub booking_id: BookingId,
    pub from: Status,
    pub to: Status,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Noted {
    pub booking_id: BookingId,
    pub note_id: BookingNoteId,
    #[serde(default)]
    pub is_internal: bool,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EtaChange {
    pub booking_id: BookingId,
    pub from: Option<DateTime<Utc>>,
    pub to: Option<DateTime<Utc>>,
}

/// The booking's labels were drawn.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Labelled {
    pub booking_id: BookingId,
    /// GS1 codes of the labels in the order of the pieces, such as `(00)393123450000000013`.
    pub codes: Vec<String>,
}

pub static CREATED: Event<OneBooking> = Event::new("bookings.created", 1);
pub static CHANGED: Event<OneBooking> = Event::new("bookings.changed", 1);
pub static BOOKED: Event<OneBooking> = Event::new("bookings.booked", 1);
pub static CANCELLED: Event<OneBooking> = Event::new("bookings.cancelled", 1);
pub static DELETED: Event<DeletedBooking> =
    Event::new("bookings.deleted", 2).with_upgrade(|_, payload| Some(payload));
pub static MANIFESTED: Event<Manifested> = Event::new("bookings.manifested", 1);
pub static STATUS_CHANGED: Event<StatusChange> = Event::new("bookings.status-changed", 1);
pub static NOTED: Event<Noted> = Event::new("bookings.noted", 1);
pub static LABELLED: Event<Labelled> = Event::new("bookings.labelled", 1);
/// Numbers, prices or other details were edited by hand.
pub static EDITED: Event<OneBooking> = Event::new("bookings.edited", 1);
/// Published even if the status is unchanged.
pub static SCANNED: Event<OneBooking> = Event::new("bookings.scanned", 1);
pub static ETA_CHANGED: Event<EtaChange> = Event::new("bookings.eta-changed", 1);
