//! Background work: events, jobs and their worker, rate limits, email, and calls to servers that
//! tenants name.

pub mod event;
pub mod feed;
pub mod indexing;
pub mod job;
pub mod limiter;
pub mod mail;
pub mod outgoing;
pub mod worker;
