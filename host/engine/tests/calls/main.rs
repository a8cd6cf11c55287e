//! Calls of real components: honest ones, and every way of misbehaving, each stopped and named.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of tests fail the test they help"
)]

mod beside;
mod bounds;
mod compile;
mod faults;
mod folder;
mod guests;
mod honest;
mod network;
mod payments;
mod policy;
mod quick;
mod recordings;
mod reports;
mod together;
mod versions;
mod world;
