//! What is right for users, roles, permissions and units; nothing here waits or asks the database.

pub mod grants;
pub mod people;
pub mod permissions;
pub mod pictures;
#[cfg(test)]
mod sample;
pub mod units;
pub mod users;
