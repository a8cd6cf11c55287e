//! View configurations: how somebody has set up a screen (columns, filters, what stands first), kept under a name.
//!
//! Invariants: what is private is its owner's alone; only who may, shares one or changes a shared one. Of one view an
//! owner has each key once, and at most one default; so has the tenant of those it shares.

pub(crate) mod model;
pub(crate) mod routes;
pub(crate) mod rules;
