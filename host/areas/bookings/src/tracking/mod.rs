//! Tracking: scans, polls and public lookup.

pub mod poll;
pub mod routes;
pub mod scans;
pub mod service;
pub mod store;
