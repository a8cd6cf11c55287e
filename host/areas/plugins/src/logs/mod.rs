//! Log lines of plugins.

pub mod model;
pub mod service;
pub mod store;
