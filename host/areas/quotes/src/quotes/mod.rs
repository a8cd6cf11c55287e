//! Quotes: requests, stored results, views.

pub mod consignment;
pub mod fan_out;
pub mod insurance;
pub mod model;
pub mod price;
pub mod rate_cards;
pub mod routes;
pub mod rules;
pub mod service;
pub mod store;
pub mod stream;
pub mod sweep;
pub mod view;
