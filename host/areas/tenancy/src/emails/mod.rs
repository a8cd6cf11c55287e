//! Outgoing email: queued with a change, sent by a job.

pub mod service;
