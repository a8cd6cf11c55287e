//! Statements and ageing of receivables.

pub mod download;
pub mod email;
pub mod explain;
pub mod model;
pub mod rules;
pub mod service;
pub mod store;
