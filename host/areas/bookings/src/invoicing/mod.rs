//! Invoicing: billable bookings, recharges and carrier invoice totals.

pub mod billable;
pub mod carrier_bookings;
pub mod carrier_totals;
pub mod recharges;
pub mod run;
pub mod service;
pub mod store;
