//! A plugin's settings in a tenant and for each of its customers, by the JSON Schema that the plugin brings.
//!
//! What a call gets is the schema's defaults, the tenant's settings laid over them, and those of the customer it is made
//! for laid over these. Secret settings are sealed at rest, never sent back, and never seen by the plugin itself. An
//! upgraded plugin moves settings of older versions when it first needs them; what it can't move stays as it was.

mod customers;
mod effective;
mod model;
mod routes;
mod service;
mod stores;

pub use effective::{Effective, Settled, settings_for};
pub(crate) use effective::{forget_all, troubles};
pub(crate) use model::SECRETS;
pub(crate) use model::SettingsRow;
pub(crate) use routes::table;
pub(crate) use stores::opened;
pub use stores::{Store, store};
