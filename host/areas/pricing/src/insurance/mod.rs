//! Insurance premiums.

pub mod rules;
pub mod service;
