//! Users as administrators of sign-in manage them.

pub mod rules;
pub mod service;
