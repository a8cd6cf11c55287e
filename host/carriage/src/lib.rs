//! The trade's types, each once: consignment, address, goods, price, tracking and the fault of a
//! plugin call, with their rules. Records of wit/ are in [`wit`].
//!
//! Invariants:
//! - A type that areas hold in a richer form (exact measures, the API's address) has one
//!   conversion from or to its record, next to that type.
//! - JSON of consignments and records is stored by bookings; the names of their fields stay.

pub mod address;
pub mod consignment;
pub mod countries;
pub mod dangerous;
pub mod distance;
pub mod fault;
pub mod goods;
pub mod measured;
pub mod money;
pub mod polyline;
pub mod quantity;
pub mod segregation;
pub mod wit;
pub mod written;

pub use consignment::{BookRequest, Consignment};
pub use fault::{FaultKind, PluginFault};
pub use wit::{
    Booked, CarrierInvoice, Charge, DangerousGoods, Event, File, InvoiceLine, ManifestEntry,
    ManifestRequest, Manifested, Picked, PickupRequest, Rate, Service, Tracked, Verdict,
};
