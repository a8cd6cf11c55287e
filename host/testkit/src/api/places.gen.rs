//! Calls and types of places, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct PlacesCalls<'a>(pub(super) &'a Client);

impl<'a> PlacesCalls<'a> {
    /// `GET /api/geocode/v2/search`
    pub fn v2_search(self) -> Call<'a, Vec<FoundPlace>, PlacesV2Search> {
        Call::new(self.0, Method::GET, "/api/geocode/v2/search")
    }
    /// `POST /api/route/geocode`
    pub fn geocode(self) -> Call<'a, ApiResponse, PlacesGeocode> {
        Call::new(self.0, Method::POST, "/api/route/geocode").unwrapped()
    }
    /// `POST /api/route/geocode/reverse`
    pub fn post_reverse(self) -> Call<'a, ApiResponse, PlacesPostReverse> {
        Call::new(self.0, Method::POST, "/api/route/geocode/reverse").unwrapped()
    }
    /// `GET /api/route/map`
    pub fn map(self) -> Call<'a, MapSource> {
        Call::new(self.0, Method::GET, "/api/route/map")
    }
    /// `GET /api/route/nominatim/reverse`
    pub fn get_reverse(self) -> Call<'a, ApiResponse, PlacesGetReverse> {
        Call::new(self.0, Method::GET, "/api/route/nominatim/reverse").unwrapped()
    }
    /// `GET /api/route/nominatim/search`
    pub fn nominatim_search(self) -> Call<'a, ApiResponse, PlacesNominatimSearch> {
        Call::new(self.0, Method::GET, "/api/route/nominatim/search").unwrapped()
    }
    /// `DELETE /api/route/position`
    pub fn delete_position(self) -> Call<'a, ApiResponse, PlacesDeletePosition> {
        Call::new(self.0, Method::DELETE, "/api/route/position").unwrapped()
    }
    /// `GET /api/route/position`
    pub fn get_position(self) -> Call<'a, OnePosition, PlacesGetPosition> {
        Call::new(self.0, Method::GET, "/api/route/position")
    }
    /// `PUT /api/route/position`
    pub fn put_position(self, body: SavePosition) -> Call<'a, OnePosition> {
        Call::new(self.0, Method::PUT, "/api/route/position").body(body.into())
    }
}

parameters! { PlacesV2Search -> Vec<FoundPlace> {
    filter_by: String = "filter_by",
    limit: i64 = "limit",
    q: String = "q",
}}

parameters! { PlacesGeocode -> ApiResponse {
    addressdetails: Value = "addressdetails",
    city: String = "city",
    countrycodes: String = "countrycodes",
    limit: Value = "limit",
    postalcode: String = "postalcode",
    q: String = "q",
    state: String = "state",
    street: String = "street",
}}

parameters! { PlacesPostReverse -> ApiResponse {
    lat: Value = "lat",
    lon: Value = "lon",
}}

parameters! { PlacesGetReverse -> ApiResponse {
    lat: Value = "lat",
    lon: Value = "lon",
}}

parameters! { PlacesNominatimSearch -> ApiResponse {
    addressdetails: Value = "addressdetails",
    city: String = "city",
    countrycodes: String = "countrycodes",
    limit: Value = "limit",
    postalcode: String = "postalcode",
    q: String = "q",
    state: String = "state",
    street: String = "street",
}}

parameters! { PlacesDeletePosition -> ApiResponse {
    addressline1: String = "addressline1",
    addressline2: String = "addressline2",
    addressline3: String = "addressline3",
    countrycode: String = "countrycode",
    postcode: String = "postcode",
    statecode: String = "statecode",
    suburb: String = "suburb",
}}

parameters! { PlacesGetPosition -> OnePosition {
    addressline1: String = "addressline1",
    addressline2: String = "addressline2",
    addressline3: String = "addressline3",
    countrycode: String = "countrycode",
    postcode: String = "postcode",
    statecode: String = "statecode",
    suburb: String = "suburb",
}}

enums! {
    TileKind {
        Raster = "raster",
        Vector = "vector",
    }
}

requests! {
    NewPosition {
        addressline1: String = "addressline1",
        addressline2: String = "addressline2",
        addressline3: String = "addressline3",
        confirm: bool = "confirm",
        countrycode: String = "countrycode",
        latitude: Decimal = "latitude",
        longitude: Decimal = "longitude",
        postcode: String = "postcode",
        statecode: String = "statecode",
        suburb: String = "suburb",
    }
    SavePosition {
        position: NewPosition = "position",
    }
}

responses! {
    FoundPlace {
        address_line1: String = member "addressLine1",
        address_line2: String = member "addressLine2",
        attribution: Option<String> = optional "attribution",
        country_code: String = member "countryCode",
        highlight: String = member "highlight",
        id: String = member "id",
        label: String = member "label",
        location: Vec<Decimal> = member "location",
        postcode: String = member "postcode",
        state: String = member "state",
        suburb: String = member "suburb",
    }
    MapSource {
        attribution: String = member "attribution",
        has_tiles: bool = member "hasTiles",
        kind: TileKind = member "kind",
        max_zoom: i64 = member "maxZoom",
        min_zoom: i64 = member "minZoom",
        version: String = member "version",
    }
    OnePosition {
        position: PlacePosition = member "position",
    }
    PlacePosition {
        latitude: Option<Decimal> = member "latitude",
        longitude: Option<Decimal> = member "longitude",
        source: Option<PositionSource> = member "source",
    }
}
