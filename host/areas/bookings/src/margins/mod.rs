//! The margin view.

pub mod routes;
pub mod rules;
pub mod store;
