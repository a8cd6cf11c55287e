//! Tenants pinned to a version.

pub mod holds;
pub mod service;
pub mod store;
