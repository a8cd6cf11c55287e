//! What tests of the whole program stand on: a host on each database, a tenant of one's own, callers, builders.
//!
//! A test is a tenant: most tests of one run share a host and its database, and each opens a tenant that no other sees.

mod authority;
pub mod bench;
mod browser;
mod caller;
mod database;
mod external;
pub mod given;
mod guests;
mod kit;
mod mail;

pub use authority::{Certificate, authority, certificate_for};
pub use browser::{Browser, encoded};
pub use caller::{Answer, Client, Sent, Stream};
pub use database::{Database, remove as remove_database};
pub use external::ExternalProgram;
pub use guests::{GuestPlugin, guest_component};
pub use kit::{Kit, PASSWORD, on_both, on_both_apart, on_host, plugins_folder, secret_key};
pub use mail::{Inbox, Letter};
