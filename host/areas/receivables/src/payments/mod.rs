//! Payments, allocation, refunds and reversals.

pub mod change_rules;
pub mod changes;
pub mod deallocate;
pub mod model;
pub mod parts;
pub mod service;
