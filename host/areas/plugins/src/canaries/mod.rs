//! Canary versions of plugins.

pub mod service;
