//! Insurance of bookings and its certificates.

pub mod certificates;
pub mod service;
