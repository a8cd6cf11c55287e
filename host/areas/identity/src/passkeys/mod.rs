//! Passkeys: registration and sign-in by WebAuthn.

pub mod model;
pub mod routes;
pub mod service;
pub mod sign_in;
pub mod store;
pub mod webauthn;
