//! One-time codes for sign-in, confirmation and password resets.

pub mod rules;
pub mod service;
