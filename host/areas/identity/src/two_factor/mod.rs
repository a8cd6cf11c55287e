//! Two-factor authentication: authenticator, emailed codes and recovery codes.

pub mod model;
pub mod rules;
pub mod service;
pub mod store;
pub mod totp;
