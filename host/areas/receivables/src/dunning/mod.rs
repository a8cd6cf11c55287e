//! Dunning notices and the credit stops that they set.

pub mod credit_stop;
pub mod model;
pub mod preview;
pub mod rules;
pub mod service;
pub mod store;
