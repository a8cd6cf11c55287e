//! Settings of a tenant.

pub mod merge;
pub mod model;
pub mod routes;
pub mod rules;
pub mod service;
pub mod store;
pub mod values;
