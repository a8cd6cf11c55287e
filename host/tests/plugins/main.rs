//! Plugins through HTTP and the command line: packages, versions, settings, endpoints, faces, the conformance kit.
#![allow(
    clippy::unwrap_used,
    reason = "the helpers of a test end it when they cannot go on"
)]

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
mod together;
mod versions;
