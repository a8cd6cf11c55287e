//! Quotes of rate cards.

pub mod reprice;
pub mod request;
pub mod routes;
pub mod store;
pub mod view;
