//! Carrier calls: claims, outcomes, records and settlement.

pub mod exchanges;
pub mod limits;
pub mod service;
pub mod settle;
pub mod store;
