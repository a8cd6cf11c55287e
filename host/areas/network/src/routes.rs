//! Routes of head ports and zones.

use data::Result;
use web::{
    Area,
    http::{IntoResponse, Response, StatusCode},
};

use crate::{head_ports, head_ports::HeadPort, serving, zones};

/// The area with its routes.
pub fn area() -> Area {
    Area::new("network")
        .globally_searchable::<HeadPort>()
        .routes(head_ports::table())
        .routes(serving::table())
        .routes(zones::table())
}

/// Answers a deletion: 204.
pub(crate) fn deleted() -> Result<Response> {
    Ok(StatusCode::NO_CONTENT.into_response())
}
