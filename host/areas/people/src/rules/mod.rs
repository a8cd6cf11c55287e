//! Pure rules for users, roles, permissions and units.

pub mod grants;
pub mod people;
pub mod permissions;
pub mod pictures;
#[cfg(test)]
mod sample;
pub mod units;
pub mod users;
