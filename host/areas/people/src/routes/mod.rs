//! Routes of users, roles, permissions and organisation units.

pub mod roles;
pub mod units;
pub mod users;
