//! Sign-in from the platform to tenants.

pub mod routes;
pub mod service;
