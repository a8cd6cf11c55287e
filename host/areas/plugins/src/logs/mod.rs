//! Log lines of plugins.

pub mod model;
pub mod service;
