//! The calls of people: users, roles and the tree of permissions, organisation units.

pub mod roles;
pub mod units;
pub mod users;
