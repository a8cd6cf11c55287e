//! Multi-stop jobs: several jobs done together, in an order of stops.

pub(crate) mod follow;
pub(crate) mod model;
pub(crate) mod routes;
pub(crate) mod service;
