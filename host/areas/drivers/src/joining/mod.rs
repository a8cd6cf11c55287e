//! How drivers join: by an invitation or on their own. A new driver is inactive until somebody who
//! may edit drivers approves them with `isactive`.

mod invitations;
mod registration;

pub(crate) use invitations::table as invitations;
pub(crate) use registration::table as registration;
