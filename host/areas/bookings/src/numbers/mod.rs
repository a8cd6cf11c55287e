//! Connote, manifest and pickup numbers.

pub mod service;
pub mod store;
