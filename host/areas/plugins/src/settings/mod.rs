//! A plugin's settings for a tenant and its customers, by the plugin's JSON Schema.
//!
//! A call gets the schema's defaults, overridden by the tenant's settings, then by the customer's.
//! Secret settings are sealed at rest, never returned, and never visible to the plugin. An upgraded
//! plugin migrates older settings on first use; a failed migration leaves them unchanged.

pub mod customers;
pub mod effective;
pub mod model;
pub mod routes;
pub mod schema;
pub mod service;
pub mod stores;

pub(crate) use crate::settings::effective::{clear_cache, migration_problems};
pub(crate) use crate::settings::routes::table;
pub(crate) use crate::settings::stores::ensure_store_key;
