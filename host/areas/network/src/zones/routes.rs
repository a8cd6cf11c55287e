//! Routes of zones and their places.

use data::{ById, Needs, Save};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;
use web::{Routes, http::Method};

use super::{JobZoneId, locations, map, service, spreadsheet};
use crate::{
    access::{FEATURE, ZONES},
    head_ports::HeadPortId,
};

/// Query of the calls for the zones of one head port.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfHeadPort {
    pub head_port_id: HeadPortId,
}

/// Query of the calls for the zones of one head port or all.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MaybeOfHeadPort {
    pub head_port_id: Option<HeadPortId>,
}

/// Routes of zones, and the two of head ports that carry zones as CSV.
pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs")
        .feature(FEATURE)
        .list("zone/zones", Needs::SignedIn, service::list)
        .accept_cookie()
        .get("zone/zone", Needs::SignedIn, service::get)
        .accept_cookie()
        .post("zone/zone", Save::with_permission(ZONES), service::save)
        .put("zone/zone", Save::with_permission(ZONES), service::change)
        .raw(Method::DELETE, "zone/zone", ZONES, 0, service::delete)
        .describe_query::<ById<JobZoneId>>()
        .list("zone/zone-locations", Needs::SignedIn, locations::list)
        .accept_cookie()
        .post("zone/zone-location", ZONES, locations::add)
        .raw(
            Method::DELETE,
            "zone/zone-location",
            ZONES,
            0,
            locations::remove,
        )
        .describe_query::<ById<Uuid>>()
        .get("zone/map", Needs::SignedIn, map::map)
        .raw(
            Method::GET,
            "zone/export-zone",
            Needs::SignedIn,
            0,
            spreadsheet::export,
        )
        .accept_cookie()
        .describe_query::<spreadsheet::ExportQuery>()
        .upload(
            "zone/import-zone",
            ZONES,
            spreadsheet::MAX_BYTES,
            spreadsheet::import,
        )
        .describe_form::<HeadPortImport>("csvFile")
        .describe_response::<spreadsheet::ImportedZones>()
        .raw(
            Method::GET,
            "head-port/download-zone-locations",
            Needs::SignedIn,
            0,
            spreadsheet::download,
        )
        .accept_cookie()
        .describe_query::<OfHeadPort>()
        .upload(
            "head-port/upload-zone-locations",
            ZONES,
            spreadsheet::MAX_BYTES,
            spreadsheet::import,
        )
        .describe_query::<MaybeOfHeadPort>()
        .describe_form::<ImportTexts>("csvFile")
        .describe_response::<spreadsheet::ImportedZones>()
}

/// Texts of an import's form, without the table. The head port is in the query.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "describes a form whose parts are read one by one")]
struct ImportTexts {
    /// Checks the table without storing it.
    #[serde(default)]
    dry_run: bool,
}

/// Texts of an import's form that names the head port.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "describes a form whose parts are read one by one")]
struct HeadPortImport {
    head_port_id: HeadPortId,
    /// Checks the table without storing it.
    #[serde(default)]
    dry_run: bool,
}
