//! Sender and receiver places.

pub mod routes;
pub mod rules;
pub mod store;
