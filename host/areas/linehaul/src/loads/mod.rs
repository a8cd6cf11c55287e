//! Loads of line hauls: allocation, loading and unloading of articles, and onward legs.

pub(crate) mod allocate;
pub(crate) mod articles;
pub(crate) mod candidates;
pub(crate) mod complete;
pub(crate) mod follow;
pub(crate) mod model;
pub(crate) mod results;
pub(crate) mod routes;
pub(crate) mod rules;
pub(crate) mod standing;
pub(crate) mod store;
pub(crate) mod unload;
pub(crate) mod views;
pub(crate) mod whereabouts;
