//! Passwords: rules, hashing, checks.

pub mod check;
pub mod hashing;
pub mod rules;
pub mod weak;
