//! Credit notes: requests, decisions and their application to invoices.

pub mod download;
pub mod email;
pub mod model;
pub mod process;
pub mod rules;
pub mod service;
pub mod store;
