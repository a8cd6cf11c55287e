//! Remittance advices: creation, lists, settlement and deletion.

pub mod rules;
pub mod service;
