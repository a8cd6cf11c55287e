//! Sign-in with LDAP directories.

pub mod filter;
pub mod service;
