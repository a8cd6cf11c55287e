//! Ad hoc input, stored with the invoice.

use carriage::{
    address::Address,
    quantity::{Length, Volume, Weight},
};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::values::InvoiceDetailType;

/// An invoice without a booking.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoice")]
pub struct AdHocInvoice {
    pub description: Option<String>,
    pub service: Option<String>,
    pub frequency: Option<String>,
    pub commodity: Option<String>,
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
    pub incoterm: Option<String>,
    pub customs_entries: Option<i64>,
    pub invoice_lines: Vec<AdHocLine>,
    pub to_address: Option<Address>,
    pub from_address: Option<Address>,
    pub note: Option<String>,
    pub items: Vec<AdHocItem>,
}

/// A charge in addition to the items.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoiceLine")]
pub struct AdHocLine {
    #[serde(deserialize_with = "data::text_enum::option_stored")]
    pub invoice_detail_type: Option<InvoiceDetailType>,
    pub reference_no: Option<String>,
    pub description: String,
    pub service: Option<String>,
    pub tax_exclusive_amount: Decimal,
    /// Default: by the tenant's rate. Freight across a border and its surcharges are zero-rated.
    pub tax: Option<Decimal>,
}

/// Goods and their charges.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoiceItem")]
pub struct AdHocItem {
    pub package_type: Option<String>,
    pub description: Option<String>,
    pub height: Option<Length>,
    pub width: Option<Length>,
    pub length: Option<Length>,
    pub weight: Option<Weight>,
    #[wire(null)]
    pub quantity: i64,
    pub pricing_details: Vec<AdHocPrice>,
}

/// An item's price for the customer and cost for the tenant.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "AdhocInvoicePrice")]
pub struct AdHocPrice {
    pub service: Option<String>,
    /// Null for callers without permission to see costs.
    pub carrier_cost_tax_exclusive: Option<Decimal>,
    pub carrier_cost_tax: Option<Decimal>,
    pub cost_tax_exclusive: Decimal,
    /// Default: by the tenant's rate.
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
