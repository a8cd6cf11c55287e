//! Insurance premiums of consignments.

pub mod rules;
pub mod service;
