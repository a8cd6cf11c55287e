//! Calls and types of network, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct NetworkCalls<'a>(pub(super) &'a Client);

impl<'a> NetworkCalls<'a> {
    /// `GET /api/jobs/head-port/download-zone-locations`
    pub fn download_zone_locations(self, head_port_id: impl IntoField<HeadPortId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::GET, "/api/jobs/head-port/download-zone-locations").parameter("headPortId", head_port_id.into_field()).unwrapped()
    }
    /// `DELETE /api/jobs/head-port/head-port`
    pub fn delete_head_port(self, id: impl IntoField<HeadPortId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/head-port/head-port").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/head-port/head-port`
    pub fn get_head_port(self, id: impl IntoField<HeadPortId>) -> Call<'a, OneHeadPort> {
        Call::new(self.0, Method::GET, "/api/jobs/head-port/head-port").parameter("id", id.into_field())
    }
    /// `POST /api/jobs/head-port/head-port`
    pub fn post_head_port(self, body: SaveHeadPort) -> Call<'a, OneHeadPort> {
        Call::new(self.0, Method::POST, "/api/jobs/head-port/head-port").body(body.into())
    }
    /// `PUT /api/jobs/head-port/head-port`
    pub fn put_head_port(self, body: SaveHeadPort) -> Call<'a, OneHeadPort> {
        Call::new(self.0, Method::PUT, "/api/jobs/head-port/head-port").body(body.into())
    }
    /// `GET /api/jobs/head-port/head-ports`
    pub fn head_ports(self) -> Call<'a, PageOfHeadPort, NetworkHeadPorts> {
        Call::new(self.0, Method::GET, "/api/jobs/head-port/head-ports")
    }
    /// `GET /api/jobs/head-port/serving-head-port`
    pub fn serving_head_port(self, post_code: impl IntoField<String>) -> Call<'a, ServingHeadPort, NetworkServingHeadPort> {
        Call::new(self.0, Method::GET, "/api/jobs/head-port/serving-head-port").parameter("postCode", post_code.into_field())
    }
    /// `POST /api/jobs/head-port/upload-zone-locations`
    pub fn upload_zone_locations(self, file: (&str, &[u8])) -> Call<'a, ImportedJobZones, NetworkUploadZoneLocations> {
        Call::new(self.0, Method::POST, "/api/jobs/head-port/upload-zone-locations").file(file)
    }
    /// `GET /api/jobs/zone/export-zone`
    pub fn export_zone(self) -> Call<'a, ApiResponse, NetworkExportZone> {
        Call::new(self.0, Method::GET, "/api/jobs/zone/export-zone").unwrapped()
    }
    /// `POST /api/jobs/zone/import-zone`
    pub fn import_zone(self, file: (&str, &[u8])) -> Call<'a, ImportedJobZones, NetworkImportZone> {
        Call::new(self.0, Method::POST, "/api/jobs/zone/import-zone").file(file)
    }
    /// `GET /api/jobs/zone/map`
    pub fn map(self, head_port_id: impl IntoField<HeadPortId>) -> Call<'a, JobZoneMap> {
        Call::new(self.0, Method::GET, "/api/jobs/zone/map").parameter("headPortId", head_port_id.into_field())
    }
    /// `DELETE /api/jobs/zone/zone`
    pub fn delete_zone(self, id: impl IntoField<JobZoneId>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/zone/zone").parameter("id", id.into_field()).unwrapped()
    }
    /// `GET /api/jobs/zone/zone`
    pub fn get_zone(self, id: impl IntoField<JobZoneId>) -> Call<'a, OneJobZone> {
        Call::new(self.0, Method::GET, "/api/jobs/zone/zone").parameter("id", id.into_field())
    }
    /// `POST /api/jobs/zone/zone`
    pub fn post_zone(self, body: SaveJobZone) -> Call<'a, OneJobZone> {
        Call::new(self.0, Method::POST, "/api/jobs/zone/zone").body(body.into())
    }
    /// `PUT /api/jobs/zone/zone`
    pub fn put_zone(self, body: SaveJobZone) -> Call<'a, OneJobZone> {
        Call::new(self.0, Method::PUT, "/api/jobs/zone/zone").body(body.into())
    }
    /// `DELETE /api/jobs/zone/zone-location`
    pub fn delete_zone_location(self, id: impl IntoField<String>) -> Call<'a, ApiResponse> {
        Call::new(self.0, Method::DELETE, "/api/jobs/zone/zone-location").parameter("id", id.into_field()).unwrapped()
    }
    /// `POST /api/jobs/zone/zone-location`
    pub fn post_zone_location(self, body: AddJobZoneLocation) -> Call<'a, OneJobZoneLocation> {
        Call::new(self.0, Method::POST, "/api/jobs/zone/zone-location").body(body.into())
    }
    /// `GET /api/jobs/zone/zone-locations`
    pub fn zone_locations(self, zone_id: impl IntoField<JobZoneId>) -> Call<'a, PageOfJobZoneLocation, NetworkZoneLocations> {
        Call::new(self.0, Method::GET, "/api/jobs/zone/zone-locations").parameter("zoneId", zone_id.into_field())
    }
    /// `GET /api/jobs/zone/zones`
    pub fn zones(self) -> Call<'a, PageOfJobZoneView, NetworkZones> {
        Call::new(self.0, Method::GET, "/api/jobs/zone/zones")
    }
}

parameters! { NetworkHeadPorts -> PageOfHeadPort {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { NetworkServingHeadPort -> ServingHeadPort {
    country_code: String = "countryCode",
    suburb: String = "suburb",
}}

parameters! { NetworkUploadZoneLocations -> ImportedJobZones {
    head_port_id: HeadPortId = "headPortId",
    dry_run: bool = "dryRun",
}}

parameters! { NetworkExportZone -> ApiResponse {
    format: ExportZoneFormat = "format",
    head_port_id: HeadPortId = "headPortId",
}}

parameters! { NetworkImportZone -> ImportedJobZones {
    dry_run: bool = "dryRun",
    head_port_id: HeadPortId = "headPortId",
}}

parameters! { NetworkZoneLocations -> PageOfJobZoneLocation {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

parameters! { NetworkZones -> PageOfJobZoneView {
    head_port_id: HeadPortId = "headPortId",
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
    sorting: String = "sorting",
}}

requests! {
    AddJobZoneLocation {
        zone_location: JobZoneLocationRequest = "zoneLocation",
    }
    HeadPortRequest {
        addressline1: String = "addressline1",
        addressline2: String = "addressline2",
        addressline3: String = "addressline3",
        code: String = "code",
        countrycode: String = "countrycode",
        id: HeadPortId = "id",
        latitude: Decimal = "latitude",
        longitude: Decimal = "longitude",
        name: String = "name",
        postcode: String = "postcode",
        row_version: i64 = "rowVersion",
        suburb: String = "suburb",
    }
    JobZoneLocationRequest {
        country_code: String = "countryCode",
        id: String = "id",
        post_code: String = "postCode",
        suburb: String = "suburb",
        zone_id: JobZoneId = "zoneId",
    }
    JobZoneRequest {
        code: String = "code",
        headportid: HeadPortId = "headportid",
        id: JobZoneId = "id",
        is_active: bool = "isActive",
        isonforwarding: bool = "isonforwarding",
        name: String = "name",
        parentid: JobZoneId = "parentid",
        row_version: i64 = "rowVersion",
        zone_location: Vec<JobZoneLocationRequest> = "zoneLocation",
    }
    SaveHeadPort {
        headport: HeadPortRequest = "headport",
    }
    SaveJobZone {
        zone: JobZoneRequest = "zone",
    }
}

responses! {
    HeadPort {
        addressline1: Option<String> = member "addressline1",
        addressline2: Option<String> = member "addressline2",
        addressline3: Option<String> = member "addressline3",
        code: String = member "code",
        countrycode: String = member "countrycode",
        id: HeadPortId = member "id",
        latitude: Option<Decimal> = member "latitude",
        longitude: Option<Decimal> = member "longitude",
        name: String = member "name",
        postcode: Option<String> = member "postcode",
        row_version: i64 = member "rowVersion",
        suburb: Option<String> = member "suburb",
    }
    ImportedJobZones {
        inserted: i64 = member "inserted",
        refused: i64 = member "refused",
        total: i64 = member "total",
        unchanged: i64 = member "unchanged",
        updated: i64 = member "updated",
        validation_errors: Vec<ImportLineError> = member "validationErrors",
    }
    JobZone {
        code: String = member "code",
        headportid: HeadPortId = member "headportid",
        id: JobZoneId = member "id",
        is_active: bool = member "isActive",
        isonforwarding: bool = member "isonforwarding",
        name: String = member "name",
        parentid: Option<JobZoneId> = member "parentid",
        row_version: i64 = member "rowVersion",
        zone_location: Vec<JobZoneLocation> = member "zoneLocation",
    }
    JobZoneLocation {
        country_code: Option<String> = member "countryCode",
        id: Option<String> = member "id",
        post_code: Option<String> = member "postCode",
        suburb: Option<String> = member "suburb",
        zone_id: JobZoneId = member "zoneId",
    }
    JobZoneMap {
        places: i64 = member "places",
        points: ZoneMapPoints = member "points",
        unlocated: i64 = member "unlocated",
        unlocated_examples: Vec<JobZoneLocation> = member "unlocatedExamples",
        zones: Vec<MappedJobZone> = member "zones",
    }
    JobZoneView {
        code: String = member "code",
        headportid: HeadPortId = member "headportid",
        id: JobZoneId = member "id",
        is_active: bool = member "isActive",
        isonforwarding: bool = member "isonforwarding",
        locationcount: i64 = member "locationcount",
        name: String = member "name",
        parentid: Option<JobZoneId> = member "parentid",
        row_version: i64 = member "rowVersion",
        zone_location: Vec<JobZoneLocation> = member "zoneLocation",
    }
    MappedJobZone {
        code: String = member "code",
        id: JobZoneId = member "id",
        localities: i64 = member "localities",
        name: String = member "name",
        places: i64 = member "places",
    }
    OneHeadPort {
        headport: HeadPort = member "headport",
    }
    OneJobZone {
        zone: JobZoneView = member "zone",
    }
    OneJobZoneLocation {
        zone_location: JobZoneLocation = member "zoneLocation",
    }
    PageOfHeadPort {
        items: Vec<HeadPort> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfJobZoneLocation {
        items: Vec<JobZoneLocation> = member "items",
        total_count: i64 = member "totalCount",
    }
    PageOfJobZoneView {
        items: Vec<JobZoneView> = member "items",
        total_count: i64 = member "totalCount",
    }
    ServingHeadPort {
        headport: Option<HeadPort> = member "headport",
        message: Option<String> = member "message",
        zone: Option<JobZone> = member "zone",
    }
}
