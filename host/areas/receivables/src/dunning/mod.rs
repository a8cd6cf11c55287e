//! Dunning notices and credit stops.

pub mod credit_stop;
pub mod model;
pub mod preview;
pub mod rules;
pub mod service;
pub mod store;
