//! TODO deliveries

pub mod routes;
pub mod service;
