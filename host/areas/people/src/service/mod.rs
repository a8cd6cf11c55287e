//! What is done with users, roles and units, for their administrators and for sign-in.

pub mod accounts;
pub mod managed;
pub mod people;
pub mod pictures;
pub mod roles;
pub mod tenants;
pub mod units;
