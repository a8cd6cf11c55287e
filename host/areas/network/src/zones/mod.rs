//! Zones of head ports and their places.

mod locations;
mod map;
mod model;
mod routes;
mod service;
mod spreadsheet;
mod store;

pub use locations::NewLocation;
pub(crate) use locations::ZoneLocationRow;
pub use model::{JobZoneId, Zone};
pub(crate) use routes::table;
pub(crate) use service::store;
