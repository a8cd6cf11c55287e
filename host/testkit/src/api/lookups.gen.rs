//! Calls and types of lookups, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.

use super::*;

/// Calls of the area.
#[derive(Clone, Copy)]
pub struct LookupsCalls<'a>(pub(super) &'a Client);

impl<'a> LookupsCalls<'a> {
    /// `GET /api/booking/CommonLookup/GetDangerousGoodsCategories`
    pub fn get_dangerous_goods_categories(self) -> Call<'a, Vec<Category>> {
        Call::new(self.0, Method::GET, "/api/booking/CommonLookup/GetDangerousGoodsCategories")
    }
    /// `GET /api/booking/CommonLookup/GetDangerousGoodsUNCodes`
    pub fn get_dangerous_goods_un_codes(self) -> Call<'a, PageOfDangerousGoods, LookupsGetDangerousGoodsUnCodes> {
        Call::new(self.0, Method::GET, "/api/booking/CommonLookup/GetDangerousGoodsUNCodes")
    }
    /// `GET /api/core/commonlookup/GetAllPackageTypes`
    pub fn get_all_package_types(self) -> Call<'a, Vec<PackageType>> {
        Call::new(self.0, Method::GET, "/api/core/commonlookup/GetAllPackageTypes")
    }
    /// `GET /api/core/commonlookup/GetAttributes`
    pub fn get_attributes(self) -> Call<'a, Vec<Attribute>> {
        Call::new(self.0, Method::GET, "/api/core/commonlookup/GetAttributes")
    }
    /// `GET /api/core/commonlookup/SearchLocations`
    pub fn search_locations(self) -> Call<'a, Vec<Location>, LookupsSearchLocations> {
        Call::new(self.0, Method::GET, "/api/core/commonlookup/SearchLocations")
    }
    /// `GET /api/core/commonlookup/getcountry`
    pub fn get_country(self) -> Call<'a, Vec<Country>> {
        Call::new(self.0, Method::GET, "/api/core/commonlookup/getcountry")
    }
    /// `GET /api/core/commonlookup/getinsurencetypes`
    pub fn get_insurence_types(self) -> Call<'a, Vec<InsuranceType>> {
        Call::new(self.0, Method::GET, "/api/core/commonlookup/getinsurencetypes")
    }
    /// `GET /api/core/commonlookup/getlocations`
    pub fn get_locations(self) -> Call<'a, Vec<Location>, LookupsGetLocations> {
        Call::new(self.0, Method::GET, "/api/core/commonlookup/getlocations")
    }
    /// `GET /api/core/user/GetPackageType`
    pub fn get_package_type(self, id: impl IntoField<PackageTypeId>) -> Call<'a, PackageType> {
        Call::new(self.0, Method::GET, "/api/core/user/GetPackageType").parameter("id", id.into_field())
    }
}

parameters! { LookupsGetDangerousGoodsUnCodes -> PageOfDangerousGoods {
    filter: String = "filter",
    max_result_count: i64 = "maxResultCount",
    skip_count: i64 = "skipCount",
}}

parameters! { LookupsSearchLocations -> Vec<Location> {
    country_code: String = "countryCode",
    post_code: String = "postCode",
    search: String = "search",
    suburb: String = "suburb",
}}

parameters! { LookupsGetLocations -> Vec<Location> {
    country_code: String = "countryCode",
    search: String = "search",
}}

responses! {
    Attribute {
        data_type: String = member "dataType",
        display_name: String = member "displayName",
        group: String = member "group",
        key: String = member "key",
        sub_group: String = member "subGroup",
    }
    Category {
        code: String = member "code",
        id: i64 = member "id",
        name: String = member "name",
    }
    Country {
        country_code: String = member "countryCode",
        country_name: String = member "countryName",
        currency_code: String = member "currencyCode",
        currency_name: String = member "currencyName",
        formal_name: String = member "formalName",
        iana_country_code: String = member "ianaCountryCode",
        id: CountryId = member "id",
    }
    DangerousGoods {
        id: DangerousGoodsId = member "id",
        subsidiary_risks: String = member "subsidiaryRisks",
        un_class: String = member "unClass",
        un_class_code: String = member "unClassCode",
        un_class_description: String = member "unClassDescription",
        un_description: String = member "unDescription",
        un_number: String = member "unNumber",
        un_package_group: String = member "unPackageGroup",
    }
    Location {
        attributes: LocationAttributes = member "attributes",
        country_code: String = member "countryCode",
        id: LocationId = member "id",
        latitude: Decimal = member "latitude",
        longitude: Decimal = member "longitude",
        post_code: String = member "postCode",
        state: String = member "state",
        suburb: String = member "suburb",
    }
    LocationAttributes {
        state_code: String = member "stateCode",
        state_name: String = member "stateName",
    }
    PackageType {
        code: String = member "code",
        description: String = member "description",
        id: PackageTypeId = member "id",
        name: String = member "name",
    }
    PageOfDangerousGoods {
        items: Vec<DangerousGoods> = member "items",
        total_count: i64 = member "totalCount",
    }
}
