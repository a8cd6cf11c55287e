//! Templates of jobs: made by hand, or on the days of their recurrence.

pub(crate) mod model;
mod recurrence;
pub(crate) mod routes;
mod rules;

pub(crate) use recurrence::{job, listener};
