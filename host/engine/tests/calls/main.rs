//! Tests with real components: honest ones, and every misbehaviour, each stopped and identified.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod account_batches;
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
mod runaways;
mod versions;
mod world;
