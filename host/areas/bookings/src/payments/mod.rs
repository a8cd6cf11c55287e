//! Card payments of bookings.

pub mod payable;
pub mod reserve;
pub mod service;
pub mod store;
