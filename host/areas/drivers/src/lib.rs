//! Drivers and their vehicles.
//!
//! Terms: a driver *is available* from the call that begins it until the call that ends it; the
//! *current vehicle* is the one that the driver drives now.
//!
//! Invariants:
//!
//! - A driver's code is unique in its tenant, a vehicle's registration number among those that are
//!   not deleted.
//! - A driver has at most one user, and at most one current vehicle.
//! - A driver's user sees only that driver's records.
//! - An inactive driver's user cannot sign in, and an inactive driver is not available.
//! - A driver gives at most 20 pre-start answers in 24 hours.
//! - A reminder of a document that expires is sent once for each of its steps.
//! - Rest counts in blocks of 15 minutes; hours are computed from availability and driving times.
//! - Availability and pre-start answers bar work of today only; hours count from the moment at
//!   which work begins, by the vehicle that it is done with.

pub mod access;
mod availability;
mod documents;
mod drivers;
pub mod events;
mod fitness;
mod hours;
mod joining;
mod model;
mod port;
mod pre_start;
mod routable;
mod routes;
mod seed;
mod suppliers;
mod users;
mod vehicles;
mod waypoints;

pub use drivers::names;
pub use fitness::{PlannedWork, find_bar};
pub use hours::{ShiftRest, ShiftRests, WorkSpan};
pub use model::DriverType;
pub use port::DriverWork;
pub use routable::{
    LastPosition, RoutableVehicle, current_vehicles, find_driver, load_rests, load_routable,
    vehicle_names,
};
pub use routes::area;
pub use seed::{NewDriver, add, link_user};
pub use suppliers::{Supplier, load_suppliers};
pub use vehicles::VehicleId;
