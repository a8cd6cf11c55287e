//! Services of identity: passwords, sessions, second steps, keys and the session gate.

pub mod account;
pub mod admission;
pub mod attempts;
pub mod codes;
pub mod confirmation;
pub mod devices;
pub mod impersonation;
pub mod keys;
pub mod letters;
pub mod outside;
pub mod own;
pub mod passkey_sign_in;
pub mod passkeys;
pub mod passwords;
pub mod people_port;
pub mod platform;
pub mod profile;
pub mod proof;
pub mod registration;
pub mod session_gate;
pub mod sessions;
pub mod sign_in;
pub mod two_factor;
pub mod users;
pub mod webauthn;
