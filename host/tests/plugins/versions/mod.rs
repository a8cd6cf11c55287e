//! Versions of plugins through HTTP: tenants that stay at one, canaries that are promoted, stopped and rolled back.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod canaries;
mod pins;
mod stage;
