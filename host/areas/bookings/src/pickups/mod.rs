//! Pickups: requests to carriers, retries, cancellation and windows.

pub mod attempts;
pub mod cancel;
pub mod rules;
pub mod service;
pub mod settle;
pub mod store;
pub mod windows;
