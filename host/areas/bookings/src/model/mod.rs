//! Rows, API inputs and API views of bookings.

pub mod booking;
mod hit;
pub mod input;
pub mod outside;
pub mod price;
pub mod records;
pub mod reference;
pub mod view;

pub use booking::{Booking, CustomerDetail, Intent};
pub use price::PricingDetail;
pub use records::{
    BookingNote, CarrierRecord, Document, DocumentType, Exchange, Manifest, OperationEntry, Pickup,
    PickupId, PlaceKind, PlaceRow, Print, Share, TrackingEvent, WaitingPayment,
};
pub use reference::ReferenceValue;
