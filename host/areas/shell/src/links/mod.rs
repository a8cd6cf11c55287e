//! Links that a tenant puts into everybody's sidebar: to its own sites or to pages of the product.
//!
//! Invariant: a link leads to http, https or a page of this product, and never runs anything.

pub(crate) mod model;
pub(crate) mod routes;
pub(crate) mod rules;
