//! The margin view.

pub mod routes;
pub mod rules;
