//! Status emails.

pub mod rules;
pub mod service;
pub mod store;
