//! Impersonation of users.

pub mod routes;
pub mod service;
