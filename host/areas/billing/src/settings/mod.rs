//! Finance settings of a tenant.

pub mod model;
pub mod rules;
pub mod service;
