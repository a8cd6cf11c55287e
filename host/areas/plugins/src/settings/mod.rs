//! A plugin's settings for a tenant and its customers, by the plugin's JSON Schema.
//!
//! A call gets the schema's defaults, overridden by the tenant's settings, then by the customer's.
//! Secret settings are sealed at rest, never returned, and never visible to the plugin. An upgraded
//! plugin migrates older settings on first use; a failed migration leaves them unchanged.

mod customers;
mod effective;
mod model;
mod routes;
mod service;
mod stores;

pub use effective::{Effective, EffectiveCache, settings_for};
pub(crate) use effective::{clear_cache, migration_problems};
pub(crate) use model::SECRETS;
pub(crate) use model::SettingsRow;
pub(crate) use routes::table;
pub(crate) use stores::ensure_store_key;
pub use stores::{Store, store};
