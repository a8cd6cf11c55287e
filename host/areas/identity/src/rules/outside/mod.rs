//! Rules of outside sign-in: ID tokens, persons and directory filters.

pub mod filter;
pub mod id_token;
pub mod keys;
pub mod person;
