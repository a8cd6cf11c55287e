//! Prepaid balances and their notices.

pub mod low_balance;
pub mod service;
