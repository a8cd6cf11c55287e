//! Routes of line haul.

use web::Area;

use crate::{access, hauls, loads};

/// The area with its routes and its permission.
pub fn area() -> Area {
    Area::new("linehaul")
        .globally_searchable::<hauls::model::LineHaul>()
        .permissions(access::PERMISSIONS)
        .routes(hauls::routes::table())
        .routes(hauls::routes::look_ups())
        .routes(loads::routes::table())
        .listener(loads::follow::listener())
        .listener(hauls::carriers::listener())
}
