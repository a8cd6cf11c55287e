//! What is right for users, passwords, roles, tokens and cookies; nothing here waits or asks the database.

pub mod cookies;
pub mod permissions;
pub mod tokens;
pub mod users;
