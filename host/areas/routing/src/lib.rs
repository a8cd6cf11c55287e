//! Route planning: assigns jobs and shipments to vehicles, in VROOM's form, plans days of jobs, and
//! keeps their runs.
//!
//! Terms: a *stop* is a place of a job, a pickup or a delivery; a *step* is a stop, a break, or an
//! end of a route; a *profile* selects travel times; a *road server* answers like OSRM or Valhalla;
//! a *run* is a vehicle's route of one day; a *plan* is a search for the runs of a day.
//!
//! Invariants:
//!
//! - Both addresses run the same code; they differ in the envelope and in the form of errors.
//! - A call in VROOM's form stores nothing. No transaction is open while a plan is searched for.
//! - A search ends with its time budget, and when its client disconnects.
//! - A tenant and a host have a limited number of searches at a time, off the threads that serve
//!   requests.
//! - A plan is sent out in one transaction, and a stop is in one run of a day.
//! - Road servers are reached only through the client that guards private addresses.

pub mod access;
mod day;
mod events;
mod failure;
mod live;
mod multi_stop;
mod plans;
mod problem;
mod request;
mod response;
mod roads;
mod routes;
mod runs;
mod seed;
mod service;
mod solution;

pub use crate::roads::{BuiltRoads, RoadGraphs, build_roads};
pub use routes::area;
pub use seed::{SeedRun, send_day};
