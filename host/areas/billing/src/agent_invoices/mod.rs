//! Invoices that the tenant writes for its suppliers: recipient created tax invoices for the work
//! of owner drivers and contractors. They are payables, so customers and receivables never see
//! them.

pub mod download;
pub mod email;
pub mod model;
pub mod process;
pub mod routes;
pub mod rules;
pub mod run;
