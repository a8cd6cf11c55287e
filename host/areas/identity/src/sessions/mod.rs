//! Sessions, their cookies and tokens.

pub mod browser;
pub mod cookies;
pub mod gate;
pub mod model;
pub mod routes;
pub mod rules;
pub mod service;
pub mod store;
pub mod tokens;
