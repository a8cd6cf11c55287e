//! Versions of plugins.

pub mod routes;
