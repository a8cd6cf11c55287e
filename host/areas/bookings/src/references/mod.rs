//! Reference fields of bookings.

pub mod model;
pub mod rules;
pub mod service;
