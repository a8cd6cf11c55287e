//! Features of tenants, editions and customers.

pub mod rules;
pub mod service;
pub mod store;
