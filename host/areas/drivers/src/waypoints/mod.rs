//! Positions of drivers: sent by their devices, shown as current positions, history and tracks.

mod model;
mod routes;
mod rules;
mod service;
mod store;
mod sweep;
mod track;

pub(crate) use model::{Waypoint, WaypointId, WaypointView};
pub(crate) use routes::table;
pub(crate) use rules::MAX_AHEAD;
pub(crate) use service::last_of;
pub(crate) use sweep::sweeper;
