//! Manifests.

pub mod routes;
pub mod service;
