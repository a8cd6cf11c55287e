//! Markups: levels, selection, cache, preview.

pub mod cache;
pub mod level;
pub mod preview;
pub mod rate;
pub mod selection;
pub mod service;
pub mod store;
