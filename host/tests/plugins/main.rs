//! Plugins through HTTP and the command line: packages, versions, settings, endpoints, front ends,
//! conformance.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod account_batches;
mod authors;
mod bounds;
mod compiler;
mod conformance;
mod endpoints;
mod faces;
mod frames;
mod invoices;
mod packages;
mod recordings;
mod registries;
mod reports;
mod settings;
mod versions;
