//! Invoice runs: invoices for the bookings of a period, created or previewed.

pub mod customer;
pub mod grouping;
pub mod model;
pub mod period;
pub mod service;
pub mod store;
