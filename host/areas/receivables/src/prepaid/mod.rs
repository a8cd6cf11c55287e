//! Balances of prepaid customers and their low balance notices.

pub mod low_balance;
pub mod service;
