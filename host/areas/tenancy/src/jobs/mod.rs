//! Background jobs of a tenant and of the platform.

pub mod model;
pub mod routes;
