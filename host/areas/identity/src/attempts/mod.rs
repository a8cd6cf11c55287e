//! Counters of failed attempts.

pub mod service;
pub mod store;
