//! Templates of jobs: made by hand, or on the days of their recurrence.

mod make;
pub(crate) mod model;
pub(crate) mod routes;
mod rules;

pub(crate) use make::{job, listener};
