//! The calls of identity: the session service, tokens for integrations, and users.

pub mod auth;
pub mod token;
pub mod users;
