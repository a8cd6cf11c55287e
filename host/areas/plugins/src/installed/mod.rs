//! Installed plugins: list, enable, disable, health.

pub mod port;
pub mod routes;
