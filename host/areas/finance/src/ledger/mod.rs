//! The general ledger: entries, locks, accounts, journals.

pub mod back_fill;
pub mod entries;
pub mod journal;
pub mod model;
pub mod proof;
pub mod rules;
pub mod service;
pub mod settings;
pub mod store;
