//! Statements on users, roles and units beyond single-row operations.

pub(crate) mod people;
pub(crate) mod permissions;
pub(crate) mod units;
pub(crate) mod users;
