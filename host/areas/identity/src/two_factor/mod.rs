//! Two-factor authentication.

pub mod model;
pub mod rules;
pub mod service;
pub mod store;
pub mod totp;
