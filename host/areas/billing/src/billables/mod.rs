//! Billables: bookings, and jobs without one, that runs invoice.

pub mod model;
pub mod service;
