//! The record of changes as people read it, and how long it is kept.
//!
//! The kernel writes the record; here it is listed for those who may see it, and swept: once a day every tenant is told
//! that its day has begun, and whatever keeps things for a time only (this record, files nobody needs) does away with
//! what is past it.

mod days;
pub(crate) mod model;
pub(crate) mod routes;
mod rules;
mod service;
mod store;

pub use days::{DAY_BEGAN, begin_days};
pub(crate) use days::{JOB as DAILY, SWEEP};
