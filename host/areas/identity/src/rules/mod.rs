//! Pure rules for passwords, codes, tokens and cookies.

pub mod codes;
pub mod cookies;
pub mod keys;
pub mod networks;
pub mod outside;
pub mod passwords;
pub mod sessions;
pub mod tokens;
pub mod totp;
pub mod two_factor;
pub mod users;
pub mod weak;
