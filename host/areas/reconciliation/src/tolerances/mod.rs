//! Tolerances of carrier accounts.

pub mod rules;
pub mod service;
