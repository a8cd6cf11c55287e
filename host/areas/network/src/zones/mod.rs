//! Zones of head ports and their places.

mod locations;
mod map;
mod model;
mod store;
mod table;
mod zones;

use data::{ById, Needs, Save};
use uuid::Uuid;
use web::{Routes, http::Method};

use crate::{
    access::{FEATURE, JOBS, ZONES},
    head_ports::HeadPortId,
};

pub use locations::NewLocation;
pub(crate) use locations::ZoneLocationRow;
pub use model::{JobZoneId, Zone};
pub(crate) use zones::store;

/// Query of the calls for the zones of one head port.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfHeadPort {
    pub head_port_id: HeadPortId,
}

/// Query of the calls for the zones of one head port or all.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MaybeOfHeadPort {
    pub head_port_id: Option<HeadPortId>,
}

/// Routes of zones, and the two of head ports that carry zones as CSV.
pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs")
        .feature(FEATURE)
        .list("zone/zones", Needs::DriverOr(JOBS), zones::list)
        .get("zone/zone", Needs::DriverOr(JOBS), zones::get)
        .post("zone/zone", Save::with_permission(ZONES), zones::save)
        .put("zone/zone", Save::with_permission(ZONES), zones::change)
        .raw(Method::DELETE, "zone/zone", ZONES, 0, zones::delete)
        .describe_query::<ById<JobZoneId>>()
        .list(
            "zone/zone-locations",
            Needs::DriverOr(JOBS),
            locations::list,
        )
        .post("zone/zone-location", ZONES, locations::add)
        .raw(
            Method::DELETE,
            "zone/zone-location",
            ZONES,
            0,
            locations::remove,
        )
        .describe_query::<ById<Uuid>>()
        .get("zone/map", Needs::DriverOr(JOBS), map::map)
        .raw(
            Method::GET,
            "zone/export-zone",
            Needs::DriverOr(JOBS),
            0,
            table::export,
        )
        .describe_query::<table::ExportQuery>()
        .upload("zone/import-zone", ZONES, table::MAX_BYTES, table::import)
        .describe_response::<table::ImportedZones>()
        .raw(
            Method::GET,
            "head-port/download-zone-locations",
            Needs::DriverOr(JOBS),
            0,
            table::download,
        )
        .describe_query::<OfHeadPort>()
        .upload(
            "head-port/upload-zone-locations",
            ZONES,
            table::MAX_BYTES,
            table::import,
        )
        .describe_query::<MaybeOfHeadPort>()
        .describe_response::<table::ImportedZones>()
}
