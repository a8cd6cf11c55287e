//! Manifests.

pub mod routes;
pub mod service;
pub mod store;
