//! Profile pictures.

pub mod rules;
pub mod service;
