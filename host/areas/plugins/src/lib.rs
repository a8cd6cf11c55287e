//! Plugins: which are installed and shown to whom, the small store each has in each tenant, and what they wrote to their log.
//!
//! Words: a plugin is *installed* for the platform and *enabled* for a tenant by its feature `Plugin.<id>.Enabled`; its
//! *face* is the part of it that runs in the browser.
//! Invariants: a plugin's values and log are its own in each tenant; a face is sent only to those who may see it.

mod log;
mod model;
mod port;
mod routes;
pub mod values;

pub use log::{LogLine, write_log};
pub use port::{Face, Installed, InstalledPort};
pub use routes::area;
