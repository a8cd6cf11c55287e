//! What the API takes to make and change bookings.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use freight::{address::Address, goods::Item};
use kernel::{
    case::null_is_default,
    ids::{BookingId, CustomerId, QuoteId},
};
use lookups::InsuranceType;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::rules::operations::Operation;

/// Bookings to make or change, and what to do with each right away.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Batch {
    pub bookings: Vec<BatchEntry>,
    /// `[]` only saves; `["Book"]`, `["Book", "PrintLabel"]`.
    #[serde(deserialize_with = "null_is_default")]
    #[schemars(with = "Vec<Operation>")]
    pub operations: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BatchEntry {
    pub booking: BookingInput,
    pub booking_note: Option<NoteInput>,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NoteInput {
    #[serde(deserialize_with = "null_is_default")]
    pub comment: String,
}

/// The customer of a booking.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerInput {
    pub id: Option<CustomerId>,
    /// Where this booking's news go; the customer's own address when left out.
    pub email: Option<String>,
    pub caller: Option<String>,
    pub reference: Option<String>,
    pub cost_center_id: Option<i64>,
    pub cost_center: Option<String>,
}

/// A booking as a form sends it: what is left out is empty. Carrier, service and price come from the quote.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BookingInput {
    /// None or 0: a new booking.
    pub id: Option<BookingId>,
    /// The version the form was filled from; a booking changed since is refused.
    pub row_version: Option<i64>,
    #[serde(deserialize_with = "null_is_default")]
    pub customer: CustomerInput,
    #[serde(deserialize_with = "null_is_default")]
    pub from_address: Address,
    #[serde(deserialize_with = "null_is_default")]
    pub to_address: Address,
    #[serde(deserialize_with = "null_is_default")]
    pub items: Vec<Item>,
    pub resource_token: Option<String>,
    pub quote_id: Option<QuoteId>,
    pub reference: Option<String>,
    pub order_number: Option<String>,
    pub store_key: Option<String>,
    pub promo_code: Option<String>,
    #[serde(deserialize_with = "null_is_default")]
    pub pickup_options: BTreeMap<String, String>,
    #[serde(deserialize_with = "null_is_default")]
    pub delivery_options: BTreeMap<String, String>,
    pub special_instructions: Option<String>,
    pub delivery_instructions: Option<String>,
    pub pickup_ready_time: Option<DateTime<Utc>>,
    pub business_closing_time: Option<DateTime<Utc>>,
    #[serde(deserialize_with = "null_is_default")]
    pub is_ready_to_pickup: bool,
    #[serde(deserialize_with = "null_is_default")]
    pub is_dangerous_good: bool,
    #[serde(rename = "dangerousGoodUNCode")]
    pub dangerous_good_un_code: Option<String>,
    pub dangerous_good_package_type: Option<String>,
    pub dangerous_good_description: Option<String>,
    #[serde(deserialize_with = "null_is_default")]
    pub is_insured: bool,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub insured_value: Option<Decimal>,
    #[schemars(with = "Option<InsuranceType>")]
    pub insurance_type: Option<String>,
}

/// A scan entered by hand.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ScanInput {
    pub booking_id: BookingId,
    pub status: String,
    #[serde(deserialize_with = "null_is_default")]
    pub description: String,
    #[serde(deserialize_with = "null_is_default")]
    pub location: String,
    /// RFC 3339; a time without an offset is in the tenant's zone; now when left out.
    pub at: Option<String>,
    pub signed_by: Option<String>,
}

/// What staff may set by hand.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DetailsInput {
    pub booking_id: BookingId,
    pub consignment_id: Option<String>,
    pub manifest_id: Option<String>,
    pub pickup_request_id: Option<String>,
    pub note: Option<String>,
    pub booking_status: Option<String>,
    #[serde(deserialize_with = "null_is_default")]
    pub pricing_info: Vec<PriceInput>,
}

/// One line of a price set by hand, found by its code.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PriceInput {
    pub service_code: String,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax_exclusive_amount: Option<Decimal>,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax: Option<Decimal>,
    pub note: Option<String>,
}
