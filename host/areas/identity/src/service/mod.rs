//! What identity does: users and roles, passwords, sessions, and the gate that the kernel asks.

pub mod attempts;
pub mod doorman;
pub mod keys;
pub mod passwords;
pub mod sessions;
pub mod users;
