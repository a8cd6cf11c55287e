//! Promo codes and their uses.

pub mod service;
pub mod store;
