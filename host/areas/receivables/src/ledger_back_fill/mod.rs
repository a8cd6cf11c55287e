//! Entries of documents that are older than the ledger, or missed their entry.

pub mod service;
pub mod store;
