//! Users: forms, lists, saves and deletion.

pub mod delete;
pub mod form;
pub mod form_rules;
pub mod list;
pub mod managed;
pub mod model;
pub mod routes;
pub mod rules;
pub mod save;
pub mod service;
pub mod store;
