//! Reference data of responses, and the queries for it.

use data::ids::{CountryId, DangerousGoodsId, LocationId, PackageTypeId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Country {
    pub id: CountryId,
    pub country_name: String,
    pub country_code: String,
    pub formal_name: String,
    pub iana_country_code: String,
    pub currency_code: String,
    pub currency_name: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub id: LocationId,
    pub country_code: String,
    pub post_code: String,
    pub suburb: String,
    pub state_code: String,
    pub state_name: String,
    pub latitude: Decimal,
    pub longitude: Decimal,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Location {
    pub id: LocationId,
    pub country_code: String,
    pub suburb: String,
    pub post_code: String,
    /// State code in countries with common codes (VIC), otherwise the name.
    pub state: String,
    pub latitude: Decimal,
    pub longitude: Decimal,
    pub attributes: LocationAttributes,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LocationAttributes {
    pub state_code: String,
    pub state_name: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PackageType {
    pub id: PackageTypeId,
    /// UN/ECE Recommendation 21.
    pub code: String,
    pub name: String,
    pub description: String,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DangerousGoods {
    pub id: DangerousGoodsId,
    pub un_number: String,
    pub un_description: String,
    pub un_package_group: String,
    pub un_class: String,
    pub un_class_description: String,
    pub un_class_code: String,
    pub subsidiary_risks: String,
}

/// A class or division of dangerous goods.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Category {
    pub id: i64,
    pub code: &'static str,
    pub name: &'static str,
}

/// An option of pickup or delivery.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attribute {
    pub key: &'static str,
    pub display_name: &'static str,
    /// Pickup or Delivery.
    pub group: &'static str,
    pub sub_group: &'static str,
    pub data_type: &'static str,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LocationsQuestion {
    /// ISO 3166-1 alpha-2; default AU.
    pub country_code: Option<String>,
    /// Prefix of a postcode, of a suburb or of a word of it; several words narrow the search (`rich
    /// vic`, `3121 r`).
    pub search: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchLocationsQuestion {
    /// ISO 3166-1 alpha-2; default AU.
    pub country_code: Option<String>,
    /// Prefix of the postcode.
    pub post_code: Option<String>,
    /// Prefix of the suburb or of a word of it.
    pub suburb: Option<String>,
    /// As in `getlocations`.
    pub search: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DangerousGoodsQuestion {
    /// Words to find in number and description; of an OData filter, only its quoted texts.
    pub filter: Option<String>,
    /// Maximum rows in the response, 1 to 1000; default 50.
    pub max_result_count: Option<i64>,
    /// Rows to skip.
    pub skip_count: Option<i64>,
}
