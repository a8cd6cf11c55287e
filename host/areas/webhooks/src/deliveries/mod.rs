//! Deliveries of events to subscriptions.

pub mod deliver;
pub mod enqueue;
pub mod payload;
pub mod retry;
pub mod routes;
pub mod signature;
pub mod sweep;
