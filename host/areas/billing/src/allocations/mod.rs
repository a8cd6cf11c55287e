//! Payments and credits allocated to invoices.

pub mod model;
pub mod rules;
pub mod service;
