//! Roles and their assignment.

pub mod assignment;
pub mod model;
pub mod routes;
pub mod service;
pub mod store;
