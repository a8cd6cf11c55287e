//! Reconciliations: lists, approval, status, exports.

pub mod dispute;
pub mod export;
pub mod lists;
pub mod status;
pub mod store;
