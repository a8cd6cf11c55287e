//! Test kit for the whole program: a host on each database, tenants, clients and builders.
//!
//! A test is a tenant: most tests of a run share a host and its database, and each opens its own
//! tenant.

pub mod api;
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
mod pdf;

pub use authority::{Certificate, authority, certificate_for};
pub use browser::{Browser, percent_encode};
pub use caller::{ApiResponse, Client, ServerEvent, Stream};
pub use database::{Database, remove as remove_database};
pub use external::ExternalProgram;
pub use guests::{GuestPlugin, guest_component};
pub use kit::{Kit, PASSWORD, on_both, on_both_apart, on_host, plugins_folder, secret_key};
pub use mail::{Email, Inbox};
pub use pdf::pdf_text;
