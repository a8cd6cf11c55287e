//! Administration of the platform: tenants and editions.

pub mod model;
pub mod routes;
pub mod service;
pub mod store;
