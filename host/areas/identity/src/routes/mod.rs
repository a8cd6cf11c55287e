//! The calls of identity: the session service, one's own account, tokens for integrations, users, roles and units.

pub mod account;
pub mod auth;
mod callback;
pub mod impersonate;
mod outside;
pub mod platform;
pub mod profile;
pub mod roles;
pub mod token;
pub mod units;
pub mod users;
