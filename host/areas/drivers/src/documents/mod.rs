//! Documents of drivers, such as licences and insurance policies, and reminders before they expire.

mod model;
mod reminders;
mod routes;
mod rules;

pub(crate) use reminders::{job, listener};
pub(crate) use routes::{expired_licences, table};
