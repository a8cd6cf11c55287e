//! What tests of the whole program stand on: a host on each database, a tenant of one's own, callers, builders.
//!
//! A test is a tenant: all tests of one run share a database, and each opens a tenant that no other sees.

mod caller;
mod database;
pub mod given;
mod kit;

pub use caller::{Answer, Client};
pub use kit::{Kit, on_both};
