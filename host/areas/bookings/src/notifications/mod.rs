//! Status emails to customers and receivers.

pub mod rules;
pub mod service;
pub mod store;
