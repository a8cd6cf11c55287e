//! What is right for users, passwords, roles, tokens and cookies; nothing here waits or asks the database.

pub mod codes;
pub mod cookies;
pub mod grants;
pub mod outside;
pub mod passwords;
pub mod people;
pub mod permissions;
pub mod profile;
pub mod tokens;
pub mod totp;
pub mod two_factor;
pub mod units;
pub mod users;
