//! The caller's profile.

pub mod routes;
pub mod service;
