//! Manifests: pages of bookings handed to a carrier.

pub mod routes;
pub mod service;
pub mod sheet;
pub mod store;
