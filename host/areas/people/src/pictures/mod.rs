//! Profile pictures of users.

pub mod rules;
pub mod service;
