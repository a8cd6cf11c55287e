//! Logo, colours and style sheet of a tenant.

pub mod colour;
pub mod css;
pub mod service;
