//! The rules of webhooks, without database and clock.

pub mod check;
pub mod payload;
pub mod retry;
pub mod signature;
