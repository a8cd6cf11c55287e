//! The statements over users, roles and units that are more than one row's coming and going.

pub(crate) mod people;
pub(crate) mod permissions;
pub(crate) mod units;
pub(crate) mod users;
