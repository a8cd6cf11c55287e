//! Quote input, and rows of requests and answers.

use std::collections::BTreeMap;

use carriage::{address::Address, goods::Item};
use chrono::{DateTime, Utc};
use data::{
    Record,
    ids::{CarrierAccountId, CustomerId, QuoteRequestId, UserId},
};
use lookups::InsuranceType;
use pricing::{Cover, PromoCodeId, price::PriceLine};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Limits the carriers and services; empty: all.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Filter {
    pub carrier_code: Vec<String>,
    pub services: Vec<String>,
}

/// The paying customer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CustomerRef {
    pub customer_id: Option<CustomerId>,
}

/// A consignment to quote, with its customer.
#[data::wire(lists)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuoteAsk {
    #[wire(null)]
    pub from_address: Address,
    #[wire(null)]
    pub to_address: Address,
    pub items: Vec<Item>,
    /// `{"tail-lift": "true"}`.
    pub pickup_options: BTreeMap<String, String>,
    pub delivery_options: BTreeMap<String, String>,
    #[wire(null)]
    pub is_dangerous_good: bool,
    #[serde(rename = "dangerousGoodUNCode")]
    pub dangerous_good_un_code: Option<String>,
    pub dangerous_good_package_type: Option<String>,
    pub dangerous_good_description: Option<String>,
    #[wire(null)]
    pub filter: Filter,
    #[wire(null)]
    pub customer: CustomerRef,
    pub promo_code: Option<String>,
    /// True if the goods are insured. Default: the customer's usual setting.
    pub is_insured: Option<bool>,
    /// In the tenant's base currency.
    pub insured_value: Option<Decimal>,
    #[serde(deserialize_with = "data::text_enum::option_stored")]
    pub insurance_type: Option<InsuranceType>,
    /// Time the goods are ready. Default: now.
    pub pickup_ready_time: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CalledAccount {
    pub account_id: CarrierAccountId,
    pub carrier: String,
    pub carrier_name: String,
    pub account_code: String,
    pub account_name: String,
    pub logo: Option<String>,
    pub is_manual: bool,
}

/// A request sent to the carriers.
#[derive(Debug, Clone, Record)]
#[record(table = "quote_requests", name = "The quote", unrecorded)]
pub struct QuoteRequest {
    pub id: QuoteRequestId,
    pub row_version: i64,
    pub resource_token: String,
    pub customer_id: Option<CustomerId>,
    pub creator_user_id: Option<UserId>,
    #[record(json)]
    pub request: QuoteAsk,
    #[record(json)]
    pub asked: Vec<CalledAccount>,
    /// Independent of the carrier.
    #[record(json)]
    pub insurance: Option<Cover>,
    pub deadline: DateTime<Utc>,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotedRate {
    pub service_code: String,
    pub service_name: String,
    /// Working days.
    pub transit_days: Option<u32>,
    pub cut_off: Option<String>,
    /// Opaque; returned to the carrier when this rate is booked.
    pub carrier_quote: Option<String>,
    /// Its discount is in the lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promo: Option<RatePromo>,
    pub lines: Vec<PriceLine>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RatePromo {
    pub id: PromoCodeId,
    pub code: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub reason: String,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    pub account_id: CarrierAccountId,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rates: Vec<QuotedRate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// Answers received together: one row, because a row per rate would cost more than pricing.
#[derive(Debug, Clone, Record)]
#[record(table = "quote_answers", name = "The answer", unrecorded)]
pub struct QuoteAnswers {
    pub id: i64,
    pub row_version: i64,
    pub quote_request_id: QuoteRequestId,
    #[record(json)]
    pub answers: Vec<Answer>,
    pub creation_time: DateTime<Utc>,
}
