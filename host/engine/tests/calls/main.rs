//! Tests with real components: honest ones, and every misbehaviour, each stopped and identified.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

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
