//! Plugins: which are installed and shown to whom, the small store each has in each tenant, and what they wrote to their log.
//!
//! Words: a plugin is *installed* for the platform and *enabled* for a tenant by its feature `Plugin.<id>.Enabled`; its
//! *face* is the part of it that runs in the browser.
//! A plugin is *bundled* when it came with the program, else it came as a *package*: a signed file that the platform's
//! administrator uploads, makes active, rolls back. What a package *asks* for is shown to a tenant's administrator in
//! words, who agrees or leaves it off: that is a *consent*.
//! A plugin's *settings* are the tenant's, with those of one of its customers laid over them; *limits* are what the
//! platform lets its calls take. A *recording* is one call that failed, written down for the plugin's author.
//!
//! Invariants: a plugin's values and log are its own in each tenant; a face is sent only to those who may see it. A
//! plugin from a package is not called for a tenant that has not agreed to all it asks for, and an upgrade that asks
//! for more leaves the tenant at the version before until it agrees. A plugin's id is its first signer's.

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

pub use consents::{Consents, agreed};
pub use locales::{LOCALES_FOLDER, Locales, Speakable};
pub use log::{KeptLine, LogLine, last_lines, lines_after, write_log};
pub use port::{
    Ask, BreakerState, Called, CanaryState, CustomerPort, Face, FunctionHealth, Health, Installed,
    InstalledPort, KnownCustomer, Limit, MAX_SHARE, PackagePort, PluginPort, ReadPackage, Routed,
    Tally,
};
pub use recordings::{NewRecording, RecordingSwitches, keep_recording};
pub use routes::{asked, switch_on};
pub use schema::{SCHEMA_FILE, SettingsSchema};
pub use settings::{Effective, Settled, Store, settings_for, store};

/// The area plugins: its routes, permissions and jobs.
pub fn area() -> kernel::Area {
    endpoints::add_to(routes::area())
}
