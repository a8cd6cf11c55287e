//! A user's own account: password, email, guards.

pub mod guards;
pub mod model;
pub mod routes;
pub mod service;
