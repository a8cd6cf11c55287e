//! Services of users, roles and units.

pub mod accounts;
pub mod managed;
pub mod people;
pub mod pictures;
pub mod roles;
pub mod tenants;
pub mod units;
