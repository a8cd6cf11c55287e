//! Ledger entries of documents that lack one.

pub mod service;
pub mod store;
