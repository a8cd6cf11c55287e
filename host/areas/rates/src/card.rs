//! A rate card as the API sends it and as its row is stored, and its line in the list.

use chrono::{DateTime, NaiveDate, Utc};
use garde::Validate;
use kernel::{
    Form, Record, Words,
    case::null_is_default,
    ids::{CustomerId, RateCardId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    rules::{MAX_CODE_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH},
    terms::RateTerms,
};

/// Whether a card says what the tenant pays or what it charges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum RateCardKind {
    Cost,
    Sale,
    #[words(unknown)]
    Unknown,
}

/// One version of a rate card.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "rate_cards", name = "The rate card", open)]
#[garde(allow_unvalidated)]
pub struct RateCard {
    /// 0 or left out for a new one.
    pub id: RateCardId,
    pub row_version: i64,
    /// The same for all versions of a card; changing it changes it for all of them.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub code: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub name: String,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub description: Option<String>,
    /// Counted from 1; `new-version` makes the next one.
    #[serde(skip_deserializing)]
    pub version: i64,
    /// Sale where nothing is said.
    pub kind: RateCardKind,
    /// The customer whose own card it is, which goes before cards for all; null: for all.
    pub customer_id: Option<CustomerId>,
    /// ISO 4217; the tenant's base currency where nothing is said.
    #[serde(deserialize_with = "kernel::case::text")]
    pub currency: String,
    /// The first day that it applies; null: it always has.
    pub effective_date: Option<NaiveDate>,
    /// The last day that it applies; null: no end.
    #[serde(deserialize_with = "kernel::case::expiry")]
    pub expire_date: Option<NaiveDate>,
    /// Sent as a whole: what is left out of it has its default.
    #[serde(deserialize_with = "null_is_default")]
    #[record(json)]
    pub terms: RateTerms,
    /// The id of the rate engine that prices the card; empty: zone-rates.
    #[serde(deserialize_with = "kernel::case::text")]
    pub engine: String,
    /// The card's prices are kept in a form of its engine's own, and not as services, zones and rates.
    #[serde(skip_deserializing)]
    pub is_own_form: bool,
    #[serde(skip)]
    #[record(json, recorded)]
    pub data: serde_json::Value,
    pub is_active: bool,
    #[serde(skip_deserializing)]
    pub modified_time: DateTime<Utc>,
    /// The job that copies another card into it.
    #[serde(skip)]
    #[record(internal)]
    pub filled_by: Option<i64>,
}

impl Default for RateCard {
    fn default() -> Self {
        Self {
            id: RateCardId(0),
            row_version: 0,
            code: String::new(),
            name: String::new(),
            description: None,
            version: 1,
            kind: RateCardKind::Sale,
            customer_id: None,
            currency: String::new(),
            effective_date: None,
            expire_date: None,
            terms: RateTerms::default(),
            engine: String::new(),
            is_own_form: false,
            data: serde_json::Value::Null,
            is_active: true,
            modified_time: DateTime::UNIX_EPOCH,
            filled_by: None,
        }
    }
}

/// A rate card in the list, without its terms.
#[derive(Debug, Clone, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(view_of = RateCard)]
pub(crate) struct RateCardLine {
    pub id: RateCardId,
    pub row_version: i64,
    pub code: String,
    pub name: String,
    pub description: Option<String>,
    pub version: i64,
    pub kind: RateCardKind,
    pub customer_id: Option<CustomerId>,
    pub currency: String,
    pub effective_date: Option<NaiveDate>,
    pub expire_date: Option<NaiveDate>,
    pub engine: String,
    pub is_own_form: bool,
    pub is_active: bool,
    pub modified_time: DateTime<Utc>,
}
