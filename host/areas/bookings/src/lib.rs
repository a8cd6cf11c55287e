//! Bookings: consignments from the first draft to the delivery.
//!
//! Words: a booking's *status* is where it stands; an *operation* is something a person asks for; an *intent* is an operation
//! that the carrier has been asked for and has not answered yet; a *scan* says where the goods were seen; a *manifest* is
//! what one account collects from one sender.
//! Invariants: the reference that a carrier is given is the booking's own and never changes, so nothing is booked twice; an
//! intent is written before the carrier is asked and ends with its outcome, so nothing is lost; no transaction is open
//! while a carrier is asked; a quote is booked once; a late scan never lowers a status; a customer's user sees that
//! customer's bookings and no carrier's costs.

pub mod access;
mod accounts;
mod billed;
pub mod card_port;
mod charged;
pub mod events;
mod feeable;
mod invoiced;
mod invoicing;
mod live;
mod model;
mod payable;
pub mod port;
mod recharge;
mod requote;
mod routes;
mod rules;
mod seed;
mod service;
mod store;
mod things;
pub mod told;

pub use quotes::access::BOOKING_VIEW_COST;

pub use accounts::{open, owed};
pub use billed::{BilledBooking, BilledBy, BilledService, billed, of_reference};
pub use charged::{ChargedBooking, charged, count_charged};
pub use feeable::{FeeableBooking, feeable};
pub use invoiced::{Invoiced, invoiced};
pub use invoicing::{
    BilledCharge, BilledLine, BilledPeriod, Chosen, billable, billable_customers, chosen,
    count_known, mark_invoiced, number_invoiced, unmark_invoiced,
};
pub use model::price::{PricingDetail, ServiceDetail};
pub use payable::{Payable, Stage, payable};
pub use recharge::{Recharged, recharge, recharged_customers, recharges, take_recharges};
pub use requote::{Measured, requote};
pub use routes::{area, list_schema, listed};
pub use rules::status::Status;
pub use seed::{SeedBooking, SeedScan, seed_booking, seed_many, way_to};
pub use service::{
    payment::{forget as forget_payment, nonce as payment_nonce},
    reserve::settled as payment_settled,
    track::take_pushed,
};
pub use things::{count, seen};

/// The rows, for tests and measurements of what is done with rows; other areas ask through the functions above.
pub mod rows {
    pub use crate::model::Booking;
}
