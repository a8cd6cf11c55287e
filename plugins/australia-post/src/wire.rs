//! The API's types, as far as the plugin uses them.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};
use waybill_plugin::Decimal;

/// Reads `null` as the default: the API uses both.
fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[derive(Debug, Deserialize)]
pub struct AccountAnswer {
    #[serde(default, deserialize_with = "or_default")]
    pub expired: bool,
    #[serde(default)]
    pub valid_to: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct PriceRequest<'a> {
    pub from: Place<'a>,
    pub to: Place<'a>,
    pub items: Vec<PriceItem>,
}

#[derive(Debug, Serialize)]
pub struct Place<'a> {
    pub postcode: &'a str,
    pub suburb: &'a str,
    pub country: &'a str,
}

#[derive(Debug, Serialize)]
pub struct PriceItem {
    pub item_reference: String,
    pub length: Decimal,
    pub width: Decimal,
    pub height: Decimal,
    pub weight: Decimal,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub product_ids: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct PriceAnswer {
    #[serde(default, deserialize_with = "or_default")]
    pub items: Vec<PricedItem>,
}

/// Prices of one item, in the order of the request.
#[derive(Debug, Deserialize)]
pub struct PricedItem {
    #[serde(default, deserialize_with = "or_default")]
    pub prices: Vec<Price>,
    #[serde(default, deserialize_with = "or_default")]
    pub errors: Vec<Problem>,
    #[serde(default, deserialize_with = "or_default")]
    pub warnings: Vec<Problem>,
}

#[derive(Debug, Deserialize)]
pub struct Price {
    pub product_id: String,
    #[serde(default, deserialize_with = "or_default")]
    pub product_type: String,
    #[serde(default, deserialize_with = "or_default")]
    pub options: PriceOptions,
    pub calculated_price: Decimal,
    #[serde(default)]
    pub calculated_price_ex_gst: Option<Decimal>,
    #[serde(default)]
    pub calculated_gst: Option<Decimal>,
}

#[derive(Debug, Default, Deserialize)]
pub struct PriceOptions {
    #[serde(default, deserialize_with = "or_default")]
    pub signature_on_delivery_option: bool,
    #[serde(default, deserialize_with = "or_default")]
    pub authority_to_leave_option: bool,
}

#[derive(Debug, Deserialize)]
pub struct Problem {
    #[serde(default, deserialize_with = "or_default")]
    pub code: String,
    #[serde(default, deserialize_with = "or_default")]
    pub name: String,
    #[serde(default, deserialize_with = "or_default")]
    pub message: String,
}

#[derive(Debug, Serialize)]
pub struct ShipmentsRequest<'a> {
    pub shipments: [ShipmentRequest<'a>; 1],
}

#[derive(Debug, Serialize)]
pub struct ShipmentRequest<'a> {
    pub shipment_reference: &'a str,
    pub customer_reference_1: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub customer_reference_2: &'a str,
    pub email_tracking_enabled: bool,
    pub movement_type: &'static str,
    pub from: Party<'a>,
    pub to: Party<'a>,
    pub items: Vec<ShipmentItem<'a>>,
}

#[derive(Debug, Serialize)]
pub struct Party<'a> {
    pub name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub business_name: &'a str,
    pub lines: Vec<String>,
    pub suburb: &'a str,
    pub state: Cow<'a, str>,
    pub postcode: &'a str,
    pub country: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub phone: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub email: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub delivery_instructions: &'a str,
}

#[derive(Debug, Serialize)]
pub struct ShipmentItem<'a> {
    pub item_reference: String,
    pub product_id: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub item_description: &'a str,
    pub length: Decimal,
    pub width: Decimal,
    pub height: Decimal,
    pub weight: Decimal,
    pub authority_to_leave: bool,
    pub allow_partial_delivery: bool,
    pub contains_dangerous_goods: bool,
    pub transportable_by_air: bool,
}

#[derive(Debug, Deserialize)]
pub struct ShipmentsAnswer {
    #[serde(default, deserialize_with = "or_default")]
    pub shipments: Vec<Shipment>,
}

#[derive(Debug, Deserialize)]
pub struct Shipment {
    pub shipment_id: String,
    #[serde(default)]
    pub shipment_reference: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub items: Vec<ShippedItem>,
    #[serde(default, deserialize_with = "or_default")]
    pub shipment_summary: ShipmentSummary,
    #[serde(default)]
    pub order_id: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
pub struct ShipmentSummary {
    #[serde(default, deserialize_with = "or_default")]
    pub status: String,
}

#[derive(Debug, Deserialize)]
pub struct ShippedItem {
    #[serde(default, deserialize_with = "or_default")]
    pub tracking_details: TrackingDetails,
}

#[derive(Debug, Default, Deserialize)]
pub struct TrackingDetails {
    #[serde(default, deserialize_with = "or_default")]
    pub article_id: String,
    #[serde(default, deserialize_with = "or_default")]
    pub consignment_id: String,
}

#[derive(Debug, Serialize)]
pub struct LabelsRequest<'a> {
    pub wait_for_label_url: bool,
    pub preferences: [LabelPreference<'a>; 1],
    pub shipments: [ShipmentId<'a>; 1],
}

#[derive(Debug, Serialize)]
pub struct LabelPreference<'a> {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub format: &'static str,
    pub groups: Vec<LabelGroup<'a>>,
}

#[derive(Debug, Serialize)]
pub struct LabelGroup<'a> {
    pub group: &'static str,
    pub layout: &'a str,
    pub branded: bool,
    pub left_offset: i32,
    pub top_offset: i32,
}

#[derive(Debug, Serialize)]
pub struct ShipmentId<'a> {
    pub shipment_id: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
pub struct LabelsAnswer {
    #[serde(default, deserialize_with = "or_default")]
    pub labels: Vec<Label>,
}

#[derive(Debug, Deserialize)]
pub struct Label {
    #[serde(default)]
    pub url: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub status: String,
    #[serde(default, deserialize_with = "or_default")]
    pub errors: Vec<Problem>,
}

#[derive(Debug, Serialize)]
pub struct OrderRequest<'a> {
    pub order_reference: &'a str,
    pub payment_method: &'static str,
    pub shipments: Vec<ShipmentId<'a>>,
}

#[derive(Debug, Deserialize)]
pub struct OrderAnswer {
    pub order: Order,
}

#[derive(Debug, Deserialize)]
pub struct Order {
    pub order_id: String,
    #[serde(default)]
    pub order_reference: Option<String>,
}

/// `GET /track`.
#[derive(Debug, Deserialize)]
pub struct TrackAnswer {
    #[serde(default, deserialize_with = "or_default")]
    pub tracking_results: Vec<TrackingResult>,
}

#[derive(Debug, Deserialize)]
pub struct TrackingResult {
    pub tracking_id: String,
    #[serde(default, deserialize_with = "or_default")]
    pub errors: Vec<Problem>,
    #[serde(default, deserialize_with = "or_default")]
    pub trackable_items: Vec<TrackableItem>,
    /// Events of the whole consignment: one, or a list of them.
    #[serde(default)]
    pub consignment: Option<OneOrMany>,
}

/// An article, or a consignment with its articles.
#[derive(Debug, Deserialize)]
pub struct TrackableItem {
    #[serde(default, deserialize_with = "or_default")]
    pub article_id: String,
    #[serde(default, deserialize_with = "or_default")]
    pub events: Vec<TrackedEvent>,
    #[serde(default, deserialize_with = "or_default")]
    pub items: Vec<TrackableItem>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum OneOrMany {
    One(ConsignmentEvents),
    Many(Vec<ConsignmentEvents>),
}

#[derive(Debug, Deserialize)]
pub struct ConsignmentEvents {
    #[serde(default, deserialize_with = "or_default")]
    pub events: Vec<TrackedEvent>,
}

#[derive(Debug, Deserialize)]
pub struct TrackedEvent {
    #[serde(default, deserialize_with = "or_default")]
    pub location: String,
    pub description: String,
    pub date: String,
}
