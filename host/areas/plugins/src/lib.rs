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
pub mod canaries;
mod consents;
pub mod deliveries;
pub mod endpoints;
mod front_ends;
mod installed;
mod limits;
mod locales;
mod logs;
pub mod packages;
pub mod pins;
mod recordings;
pub mod reports;
mod retention;
mod settings;
pub mod values;
pub mod versions;

pub use crate::consents::{Consents, load_consents};
pub use crate::installed::port::{
    Ask, BreakerState, CallCounts, CanaryState, CustomerPort, FrontEnd, FunctionHealth, Health,
    Installed, InstalledPort, KnownCustomer, Limit, MAX_SHARE, PackagePort, PluginPort,
    ReadPackage, Routed, SettingsCall,
};
pub use crate::installed::routes::{load_requests, switch_on};
pub use crate::locales::{LOCALES_FOLDER, Locales, TranslatableParts};
pub use crate::logs::{
    model::{LogLine, StoredLine},
    service::write_log,
    store::{last_lines, lines_after},
};
pub use crate::recordings::{NewRecording, keep_recording, switches::RecordingSwitches};
pub use crate::settings::schema::{SCHEMA_FILE, SettingsSchema};
pub use crate::settings::{
    effective::{Effective, EffectiveCache, settings_for},
    stores::{Store, store},
};

pub fn area() -> web::Area {
    crate::endpoints::add_to(crate::installed::routes::area())
}
