//! Rates: prices of services on lanes.

pub mod checks;
pub mod routes;
pub mod rules;
pub mod store;
