//! Bookings: consignments from draft to delivery.
//!
//! Terms: the *status* is a booking's place in its life cycle; an *operation* is a user's action;
//! an *intent* is an operation sent to the carrier and not yet answered; a *scan* is a tracking
//! event; a *manifest* lists what one account collects from one sender.
//!
//! Invariants:
//! - The carrier reference belongs to the booking and never changes, so nothing is booked twice.
//! - An intent is committed before the carrier call and cleared with its outcome, so nothing is
//!   lost.
//! - No transaction is open during a carrier call.
//! - A quote is booked once.
//! - A late scan never lowers a status.
//! - A customer's user sees only that customer's bookings and no carrier costs.

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

pub use accounts::{count_open, uninvoiced_total};
pub use billed::{BilledBooking, BilledBy, BilledService, find_billed, parse_booking_reference};
pub use charged::{ChargedBooking, count_charged, load_charged};
pub use feeable::{FeeableBooking, load_feeable};
pub use invoiced::{InvoicedChange, add_invoiced};
pub use invoicing::{
    BilledCharge, BilledLine, BilledPeriod, BookingSelection, count_existing, find_billable,
    list_billable_customers, load_selection, mark_invoiced, set_invoice_number, unmark_invoiced,
};
pub use model::price::{PricingDetail, ServiceDetail};
pub use payable::{Payable, Stage, load_payable};
pub use recharge::{
    RechargeLine, find_uninvoiced, list_recharge_customers, put_on_invoice, set_recharge,
};
pub use requote::{Measured, requote};
pub use routes::{area, list_json, list_schema};
pub use rules::status::Status;
pub use seed::{SeedBooking, SeedScan, scans_to, seed_booking, seed_many};
pub use service::{
    payment::{delete_nonce as forget_payment, load_nonce as payment_nonce},
    reserve::continue_settled as payment_settled,
    track::apply_pushed,
};
pub use things::{count, find_entity};

/// Row types for tests and benchmarks; other areas use the functions above.
pub mod rows {
    pub use crate::model::Booking;
}
