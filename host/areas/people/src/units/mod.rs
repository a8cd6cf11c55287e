//! Organisation units and their members.

pub mod model;
pub mod routes;
pub mod rules;
pub mod service;
pub mod store;
