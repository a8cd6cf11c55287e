//! Guest bookings and shared bookings.

pub mod routes;
pub mod service;
pub mod shares;
pub mod store;
pub mod view;
