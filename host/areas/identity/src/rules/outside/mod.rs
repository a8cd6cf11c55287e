//! Sign-in from outside: what a provider's token must say, who a person is, and how a directory is asked.

pub mod filter;
pub mod id_token;
pub mod keys;
pub mod person;
