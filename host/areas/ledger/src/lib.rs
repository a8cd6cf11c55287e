//! General ledger: entries, period locks, account codes, journals and the proof against documents.
//!
//! Terms: an *entry* records a movement of money. Its lines move amounts between *accounts*.
//!
//! Invariants:
//! - Entries are immutable. No entry falls into a locked period.
//! - Debits equal credits.
//! - Other areas build the entries; this crate knows only ids of documents.

pub mod access;
pub mod entries;
pub mod events;
pub mod ids;
pub mod input_rules;
pub mod journal;
pub mod model;
pub mod proof;
mod routes;
pub mod rules;
mod service;
mod settings;
mod store;

pub use routes::area;
pub use store::{COMPARED_AGENT_INVOICES, COMPARED_CREDIT_NOTES, COMPARED_INVOICES, sum_surcharge};
