//! Tenants and their host names.

pub mod address;
pub mod model;
pub mod routes;
pub mod rules;
pub mod service;
pub mod store;
