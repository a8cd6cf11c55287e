//! Creation and settlement of remittance advices.

pub mod rules;
pub mod service;
