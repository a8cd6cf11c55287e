//! What an ad hoc invoice is made of, as the call sends it and as it is kept with the invoice.

use chrono::NaiveDate;
use freight::{
    address::Address,
    quantity::{Length, Volume, Weight},
};
use kernel::case::null_is_default;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::InvoiceDetailType;

/// An invoice for something that no booking tells of.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoice")]
pub struct AdHocInvoice {
    #[serde(deserialize_with = "kernel::case::text")]
    pub description: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub service: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub frequency: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub commodity: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub transit_time: Option<String>,
    /// Today where it is left out.
    pub invoice_date: Option<NaiveDate>,
    pub booking_date: Option<NaiveDate>,
    /// By the customer's payment terms where it is left out.
    pub due_date: Option<NaiveDate>,
    pub total_weight: Option<Weight>,
    pub total_volume: Option<Volume>,
    pub chargeable: Option<Weight>,
    /// A rule of Incoterms, as in DAP.
    #[serde(deserialize_with = "kernel::case::text")]
    pub incoterm: Option<String>,
    pub customs_entries: Option<i64>,
    #[serde(deserialize_with = "null_is_default")]
    pub invoice_lines: Vec<AdHocLine>,
    pub to_address: Option<Address>,
    pub from_address: Option<Address>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub note: Option<String>,
    #[serde(deserialize_with = "null_is_default")]
    pub items: Vec<AdHocItem>,
}

/// A line that is charged beside the items.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoiceLine")]
pub struct AdHocLine {
    #[serde(deserialize_with = "kernel::words::option_stored")]
    pub invoice_detail_type: Option<InvoiceDetailType>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub reference_no: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub description: String,
    #[serde(deserialize_with = "kernel::case::text")]
    pub service: Option<String>,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub tax_exclusive_amount: Decimal,
    /// By the tenant's rate where it is left out; freight across a border and what belongs to it is zero-rated.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax: Option<Decimal>,
}

/// Goods, and what is charged for them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoiceItem")]
pub struct AdHocItem {
    #[serde(deserialize_with = "kernel::case::text")]
    pub package_type: Option<String>,
    #[serde(deserialize_with = "kernel::case::text")]
    pub description: Option<String>,
    pub height: Option<Length>,
    pub width: Option<Length>,
    pub length: Option<Length>,
    pub weight: Option<Weight>,
    #[serde(deserialize_with = "null_is_default")]
    pub quantity: i64,
    #[serde(deserialize_with = "null_is_default")]
    pub pricing_details: Vec<AdHocPrice>,
}

/// What an item costs the customer, and what it costs the tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoicePrice")]
pub struct AdHocPrice {
    #[serde(deserialize_with = "kernel::case::text")]
    pub service: Option<String>,
    /// Null for callers who may not see costs.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub carrier_cost_tax_exclusive: Option<Decimal>,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub carrier_cost_tax: Option<Decimal>,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub cost_tax_exclusive: Decimal,
    /// By the tenant's rate where it is left out.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub cost_tax: Option<Decimal>,
}

impl AdHocInvoice {
    /// What a caller may see who may not see costs.
    pub fn without_costs(mut self) -> Self {
        for price in self
            .items
            .iter_mut()
            .flat_map(|item| &mut item.pricing_details)
        {
            price.carrier_cost_tax_exclusive = None;
            price.carrier_cost_tax = None;
        }
        self
    }
}
