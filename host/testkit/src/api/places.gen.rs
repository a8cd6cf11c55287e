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
    /// `GET /api/route/nominatim/reverse`
    pub fn get_reverse(self) -> Call<'a, ApiResponse, PlacesGetReverse> {
        Call::new(self.0, Method::GET, "/api/route/nominatim/reverse").unwrapped()
    }
    /// `GET /api/route/nominatim/search`
    pub fn nominatim_search(self) -> Call<'a, ApiResponse, PlacesNominatimSearch> {
        Call::new(self.0, Method::GET, "/api/route/nominatim/search").unwrapped()
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

responses! {
    FoundPlace {
        address_line1: String = member "addressLine1",
        address_line2: String = member "addressLine2",
        country_code: String = member "countryCode",
        highlight: String = member "highlight",
        id: String = member "id",
        label: String = member "label",
        location: Vec<Decimal> = member "location",
        postcode: String = member "postcode",
        state: String = member "state",
        suburb: String = member "suburb",
    }
}
