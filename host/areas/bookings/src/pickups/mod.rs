//! Pickups.

pub mod rules;
pub mod service;
