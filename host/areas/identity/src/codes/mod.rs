//! One-time codes.

pub mod rules;
pub mod service;
