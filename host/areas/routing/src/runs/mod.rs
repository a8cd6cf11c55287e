//! Runs: routes of vehicles on a day, with planned and actual times.

pub(crate) mod allocate;
pub(crate) mod follow;
pub(crate) mod model;
pub(crate) mod routes;
pub(crate) mod save;
pub(crate) mod stored;
pub(crate) mod view;

use data::Refusal;

/// Reason in the log of a job that a planner took out of a run.
pub(crate) const LEFT_RUN: &str = "Taken out of the run";

pub(crate) const IN_ANOTHER_RUN: Refusal =
    Refusal::new(4704, "The job is in another run of this day.");
pub(crate) const RUN_NOT_ALLOWED: Refusal =
    Refusal::new(4705, "The run's progress does not allow this.");
