//! Lists, status and exports of reconciliations.

pub mod dispute;
pub mod export;
pub mod lists;
pub mod status;
pub mod store;
