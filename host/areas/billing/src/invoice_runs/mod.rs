//! Runs that invoice the bookings of a period.

pub mod customer;
pub mod grouping;
pub mod model;
pub mod period;
pub mod service;
pub mod store;
