//! Ad hoc input, stored with the invoice.

use chrono::NaiveDate;
use freight::{
    address::Address,
    quantity::{Length, Volume, Weight},
};
use kernel::case::null_is_default;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::InvoiceDetailType;

/// An invoice without a booking.
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
    /// Default: today.
    pub invoice_date: Option<NaiveDate>,
    pub booking_date: Option<NaiveDate>,
    /// Default: by the customer's payment terms.
    pub due_date: Option<NaiveDate>,
    pub total_weight: Option<Weight>,
    pub total_volume: Option<Volume>,
    pub chargeable: Option<Weight>,
    /// An Incoterms rule, such as DAP.
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

/// A charge in addition to the items.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoiceLine")]
pub struct AdHocLine {
    #[serde(deserialize_with = "kernel::text_enum::option_stored")]
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
    /// Default: by the tenant's rate. Freight across a border and its surcharges are zero-rated.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub tax: Option<Decimal>,
}

/// Goods and their charges.
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

/// An item's price for the customer and cost for the tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoicePrice")]
pub struct AdHocPrice {
    #[serde(deserialize_with = "kernel::case::text")]
    pub service: Option<String>,
    /// Null for callers without permission to see costs.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub carrier_cost_tax_exclusive: Option<Decimal>,
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub carrier_cost_tax: Option<Decimal>,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub cost_tax_exclusive: Decimal,
    /// Default: by the tenant's rate.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub cost_tax: Option<Decimal>,
}

impl AdHocInvoice {
    /// For callers without permission to see costs.
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
