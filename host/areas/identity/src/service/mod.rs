//! What identity does: users and roles, passwords, sessions, and the gate that the kernel asks.

pub mod account;
pub mod admission;
pub mod attempts;
pub mod codes;
pub mod doorman;
pub mod impersonation;
pub mod keys;
pub mod letters;
pub mod outside;
pub mod own;
pub mod passwords;
pub mod people;
pub mod platform;
pub mod profile;
pub mod proof;
pub mod registration;
pub mod roles;
pub mod sessions;
pub mod two_factor;
pub mod units;
pub mod users;
