//! Fees, customers' terms, accrued entries.

pub mod accrue;
pub mod customer_model;
pub mod customers;
pub mod entries;
pub mod job_events;
pub mod model;
pub mod rules;
pub mod service;
pub mod store;
