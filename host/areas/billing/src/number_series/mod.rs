//! Number series of documents.

pub mod model;
pub mod rules;
pub mod service;
pub mod store;
