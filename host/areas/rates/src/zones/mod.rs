//! Zones, their locations and their map.

pub mod locations;
pub mod map;
pub mod routes;
pub mod store;
