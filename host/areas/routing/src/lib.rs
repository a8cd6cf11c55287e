//! Route planning: assigns jobs and shipments to vehicles, in VROOM's form.
//!
//! Terms: a *stop* is a place of a job, a pickup or a delivery; a *step* is a stop, a break, or an
//! end of a route; a *profile* selects travel times; a *road server* answers like OSRM or Valhalla.
//!
//! Invariants:
//!
//! - Both addresses run the same code; they differ in the envelope and in the form of errors.
//! - Nothing is stored, and no transaction is open while a plan is searched for.
//! - A search ends with its time budget, and when its client disconnects.
//! - A tenant and a host have a limited number of searches at a time, off the threads that serve
//!   requests.
//! - Road servers are reached only through the client that guards private addresses.

pub mod access;
mod day;
mod failure;
mod multi_stop;
mod plans;
mod problem;
mod request;
mod response;
mod roads;
mod routes;
mod runs;
mod service;
mod solution;

pub use routes::area;
