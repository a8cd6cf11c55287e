//! Allocation of payments and credits to invoices.

pub mod model;
pub mod rules;
pub mod service;
