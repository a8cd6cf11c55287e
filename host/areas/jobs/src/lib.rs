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
mod bulk;
pub mod events;
mod fleet;
mod grouped;
mod jobs;
pub mod line_hauls;
mod live;
mod messages;
mod prices;
mod routable;
mod routes;
mod scans;
mod search;
mod seed;
mod tables;
mod templates;
pub mod webhook_payload;

pub use crate::bulk::seed_many;
pub use crate::grouped::{
    GroupStop, GroupedJob, JobPart, change_multi_stop, create_multi_stop, delete_multi_stop,
    find_multi_stop, follow_parts, list_parts,
};
pub use crate::jobs::agents::AllocatedJob;
pub use crate::jobs::arrivals::plan_arrivals;
pub use crate::jobs::articles::MAX_ARTICLE_NUMBER_LENGTH;
pub use crate::jobs::model::{FreightJobId, JobType};
pub use crate::jobs::status::{FreightOperation, JobStatus};
pub use crate::prices::billing::{
    count_existing, count_uninvoiced, find_billable, load_deliveries, mark_invoiced,
    set_invoice_number, unmark_invoiced,
};
pub use crate::prices::driver_pay::{
    PaidLine, UnpaidCharge, find_unpaid, put_on_agent_invoice, take_off_agent_invoice,
};
pub use crate::prices::feeable::{FeeableJob, add_fee, load_feeable, load_wait};
pub use crate::prices::model::JobFee;
pub use crate::prices::store::{list_billable_customers, uninvoiced_total};
pub use crate::routable::{
    JobLoad, JobPlace, RoutableJob, allocate, count_open, load_routable, parse_slot, unallocate,
};
pub use crate::routes::area;
pub use crate::scans::values::ScanEventType;
pub use crate::seed::{SeedJob, add};
