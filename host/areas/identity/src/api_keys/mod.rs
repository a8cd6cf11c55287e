//! API keys and their tokens.

pub mod model;
pub mod networks;
pub mod routes;
pub mod rules;
pub mod service;
pub mod token;
