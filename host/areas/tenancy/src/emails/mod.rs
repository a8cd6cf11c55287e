//! Outgoing email, and the delivery of emails about records.

pub mod delivery;
pub mod model;
pub mod routes;
pub mod service;
