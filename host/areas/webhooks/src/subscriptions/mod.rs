//! Subscriptions to events.

pub mod pause;
pub mod routes;
pub mod rules;
pub mod secrets;
