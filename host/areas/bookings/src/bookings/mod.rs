//! Bookings: save, book, cancel, lists and views.

pub mod authors;
pub mod book;
pub mod booked;
pub mod cancel;
pub mod change;
pub mod conditions;
pub mod input;
pub mod legs;
pub mod life_cycle;
pub mod list_routes;
pub mod model;
pub mod operations;
pub mod parts;
pub mod records;
pub mod routes;
pub mod rules;
pub mod save;
pub mod scan_effects;
pub mod status;
pub mod store;
pub mod view;
