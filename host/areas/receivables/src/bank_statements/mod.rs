//! Import and matching of bank statements.

pub mod bai2;
pub mod camt053;
pub mod file;
pub mod import;
pub mod matching;
pub mod model;
pub mod mt940;
pub mod proposals;
pub mod service;
pub mod store;
pub mod sums;
pub mod table;
pub mod templates;
pub mod text;
pub mod xml;
