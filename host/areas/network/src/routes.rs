//! Routes of head ports and zones.

use web::Area;

use crate::{head_ports, head_ports::HeadPort, serving, zones};

/// The area with its routes.
pub fn area() -> Area {
    Area::new("network")
        .globally_searchable::<HeadPort>()
        .routes(head_ports::table())
        .routes(serving::table())
        .routes(zones::table())
}
