//! Invoices: drafts, operations, lists, downloads.

pub mod ad_hoc;
pub mod ad_hoc_model;
pub mod amounts;
pub mod download;
pub mod draft;
pub mod due;
pub mod email;
pub mod model;
pub mod process;
pub mod service;
pub mod status;
pub mod store;
pub mod terms;
