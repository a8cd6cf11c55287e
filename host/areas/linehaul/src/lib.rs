//! Line haul: goods that travel between head ports, loaded and unloaded by the article.
//!
//! Terms: a *line haul* is a run from one head port to another, and a job of type LineHaul with the
//! same id; its *articles* are labelled pieces of jobs; an article is *allocated* while the line
//! haul expects it, and *loaded* by a scan; a *short* article was loaded and not unloaded, an
//! *over* one unloaded and not loaded; the *onward leg* takes a job's goods from the destination to
//! the receiver.
//!
//! Invariants:
//!
//! - An article is open on one line haul. Of two loaders at once, one wins.
//! - A load never exceeds the capacity. Nothing is loaded once the line haul is closed.
//! - A job split over line hauls has the state of its least advanced article.
//! - An article leaves a head port by one onward leg, made in the transaction after which no other
//!   article of its job travels there. Short articles and those left in a depot follow by another
//!   leg.
//! - Only line haul changes the job of a line haul. Goods move by the scans of jobs.
//! - Customers' users and drivers never see line hauls.

pub mod access;
pub mod events;
mod hauls;
mod live;
mod loads;
mod routes;
mod search;
mod seed;
mod sheets;
pub mod webhook_payload;

pub use crate::hauls::model::LineHaulId;
pub use crate::hauls::status::{LineHaulOperation, LineHaulStatus};
pub use crate::routes::area;
pub use crate::seed::{SeedLineHaul, add};
