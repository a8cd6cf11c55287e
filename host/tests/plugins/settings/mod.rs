//! Plugin settings: schemas, secrets, customers, upgrades, limits, and cleanup.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod calls;
mod fixtures;
mod forms;
mod languages;
mod limits;
mod sweep;
mod switches;
