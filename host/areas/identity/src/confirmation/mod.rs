//! Confirmation of email addresses.

pub mod model;
pub mod service;
