//! What tests of the whole program stand on: a host on each database, a tenant of one's own, callers, builders.
//!
//! A test is a tenant: all tests of one run share a database, and each opens a tenant that no other sees.

mod authority;
mod browser;
mod caller;
mod database;
pub mod given;
mod guests;
mod kit;
mod mail;
mod neighbour;

pub use authority::{Certificate, authority, certificate_for};
pub use browser::{Browser, encoded};
pub use caller::{Answer, Client};
pub use guests::{GuestPlugin, guest_component};
pub use kit::{Kit, PASSWORD, on_both, plugins_folder};
pub use mail::{Inbox, Letter};
pub use neighbour::Neighbour;
