//! Sign-in with OpenID Connect.

pub mod discovery;
pub mod id_token;
pub mod jwks;
pub mod service;
