//! Plugins: installation, settings, stored values, logs and endpoints.
//!
//! Terms:
//! - *installed*: available on the platform. *enabled*: switched on for a tenant by its feature
//!   `Plugin.<id>.Enabled`.
//! - *front end*: the part that runs in the browser.
//! - *bundled*: part of the program; otherwise the plugin is a *package*, a signed file that the
//!   platform's administrator uploads, activates and rolls back.
//! - *consent*: approval of a package's requests by a tenant's administrator.
//! - *settings*: the tenant's, overridden by a customer's. *limits*: the platform's bounds of its
//!   calls.
//! - *recording*: a failed call stored for the plugin's author.
//!
//! Invariants:
//! - A plugin's values and log are separate in each tenant; its front end is sent only to permitted
//!   users.
//! - A packaged plugin is called only after the tenant has approved all its requests. An upgrade
//!   with further requests leaves the tenant at the previous version until it approves.
//! - A plugin's id belongs to its first signer.

pub mod access;
mod consents;
mod contributions;
pub mod endpoints;
mod limits;
mod locales;
mod log;
mod model;
mod port;
mod recordings;
pub mod registry;
mod routes;
mod schema;
mod settings;
mod sweep;
pub mod values;

pub use consents::{Consents, load_consents};
pub use locales::{LOCALES_FOLDER, Locales, TranslatableParts};
pub use log::{LogLine, StoredLine, last_lines, lines_after, write_log};
pub use port::{
    Ask, BreakerState, CallCounts, CanaryState, CustomerPort, FrontEnd, FunctionHealth, Health,
    Installed, InstalledPort, KnownCustomer, Limit, MAX_SHARE, PackagePort, PluginPort,
    ReadPackage, Routed, SettingsCall,
};
pub use recordings::{NewRecording, RecordingSwitches, keep_recording};
pub use routes::{load_requests, switch_on};
pub use schema::{SCHEMA_FILE, SettingsSchema};
pub use settings::{Effective, EffectiveCache, Store, settings_for, store};

/// Returns the area with its routes, permissions and jobs.
pub fn area() -> kernel::Area {
    endpoints::add_to(routes::area())
}
