//! View configurations: named setups of a screen (columns, filters, sort order).
//!
//! Invariants:
//! - A private configuration is visible to its owner only.
//! - Sharing one and changing a shared one require the permission.
//! - An owner has each key of a view once and at most one default; so do a tenant's shared ones.

pub(crate) mod model;
pub(crate) mod routes;
pub(crate) mod rules;
