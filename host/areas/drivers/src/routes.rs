//! Routes of drivers.

use web::Area;

use crate::{
    access, availability, documents, drivers, hours, joining, model::Driver, port::DriverWork,
    pre_start, vehicles, waypoints,
};

/// The area with its routes, permissions and features.
pub fn area() -> Area {
    Area::new("drivers")
        .globally_searchable::<Driver>()
        .needs::<dyn DriverWork>()
        .permissions(access::PERMISSIONS)
        .features(access::FEATURES)
        .routes(drivers::table())
        .routes(availability::table())
        .routes(joining::invitations())
        .routes(joining::registration())
        .routes(vehicles::table())
        .routes(waypoints::table())
        .routes(pre_start::table())
        .routes(documents::table())
        .routes(hours::table())
        .listener(documents::listener())
        .listener(waypoints::sweeper())
        .job(documents::job())
}
