//! Sidebar links of a tenant to its own sites or to pages of the product.
//!
//! Invariant: a link targets http, https or a page of this product, and never runs code.

pub(crate) mod model;
pub(crate) mod routes;
pub(crate) mod rules;
