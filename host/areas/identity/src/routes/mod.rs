//! Routes of identity: session service, own account, API keys and tokens.

pub mod account;
pub mod auth;
mod browser;
mod callback;
pub mod impersonate;
pub mod keys;
mod outside;
pub mod passkeys;
pub mod platform;
pub mod profile;
pub mod token;
