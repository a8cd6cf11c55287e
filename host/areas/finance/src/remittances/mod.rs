//! Remittance advices.

pub mod service;
