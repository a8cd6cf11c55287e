//! Numbers of customers and invoices.

pub mod rules;
pub mod service;
