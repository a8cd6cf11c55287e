//! Plugin versions: pinned tenants, and canaries promoted, stopped and rolled back.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod canaries;
mod pins;
mod stage;
