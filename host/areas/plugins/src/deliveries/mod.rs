//! Deliveries of calls to plugins, with retries.

pub mod routes;
pub mod service;
pub mod store;
