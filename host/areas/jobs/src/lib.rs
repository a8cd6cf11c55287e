//! Jobs: work of the tenant's drivers and carrier agents, from draft to delivery.
//!
//! Terms: a *job* moves goods from one address to another; a *leg* is a job that is part of another
//! job, its *parent*; a *delivery agent* is the driver or carrier account that a job is allocated
//! to; an *article* is one labelled piece of a job's items.
//!
//! Invariants:
//!
//! - States change only as the table in `jobs/status.rs` allows.
//! - The state of a job with legs is that of its least advanced leg.
//! - A job has at most one delivery agent; of two dispatchers who allocate it at once, one wins.
//! - An article's number is unique in its tenant. Legs share the articles of their root job.
//! - A booking has at most one job, and their states move together.
//! - A driver's user reaches only jobs that are allocated to that driver, and sees no prices.
//!   Customers see only their own jobs and no costs.
//! - A scan of a device is stored once. Scans are appended and never lower a state.

pub mod access;
pub mod events;
mod fleet;
mod jobs;
mod live;
mod prices;
mod routes;
mod scans;
mod search;
mod seed;
pub mod webhook_payload;

pub use crate::jobs::model::{FreightJobId, JobType};
pub use crate::jobs::status::{FreightOperation, JobStatus};
pub use crate::prices::feeable::{FeeableJob, load_feeable};
pub use crate::routes::area;
pub use crate::scans::values::ScanEventType;
pub use crate::seed::{SeedJob, add};
