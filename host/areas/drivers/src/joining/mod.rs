//! Drivers join by an invitation or on their own. A new driver is inactive until
//! `isactive` is set by a user who may edit drivers.

mod invitations;
mod registration;

pub(crate) use invitations::{announce_approval, table as invitations};
pub(crate) use registration::table as registration;
