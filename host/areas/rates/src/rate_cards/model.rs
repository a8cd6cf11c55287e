//! The rate card record and its list row.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Form, New, NewRecord, Record, TextEnum,
    ids::{CustomerId, RateCardId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    rate_cards::terms::RateTerms,
    rates::rules::{MAX_CODE_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH},
};

/// Direction of a card's prices: cost to the tenant or sale to its customers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum RateCardKind {
    Cost,
    Sale,
    #[text_enum(unknown)]
    Unknown,
}

/// One version of a rate card.
// Lock order: locked alone.
#[data::wire(trim)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "rate_cards", name = "The rate card", open)]
#[garde(allow_unvalidated)]
pub struct RateCard {
    /// 0 or omitted for a new card.
    pub id: RateCardId,
    pub row_version: i64,
    /// Shared by all versions of a card; a change applies to all of them.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    pub code: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    pub description: Option<String>,
    /// Counts from 1; `new-version` creates the next one.
    #[serde(skip_deserializing)]
    pub version: i64,
    /// Default: Sale.
    pub kind: RateCardKind,
    /// Customer of an exclusive card, which takes precedence over general ones; null: general.
    pub customer_id: Option<CustomerId>,
    /// ISO 4217. Default: the tenant's base currency.
    pub currency: String,
    /// First day of validity; null: unlimited.
    pub effective_date: Option<NaiveDate>,
    /// Last day of validity; null: unlimited.
    #[serde(deserialize_with = "data::case::expiry")]
    pub expire_date: Option<NaiveDate>,
    /// Replaced as a whole: omitted fields take their defaults.
    #[wire(null)]
    #[record(json)]
    pub terms: RateTerms,
    /// Id of the rate engine that prices the card; empty: zone-rates.
    pub engine: String,
    /// Set if the engine stores the prices in its own format instead of services, zones and rates.
    #[serde(skip_deserializing)]
    pub is_own_form: bool,
    #[serde(skip)]
    #[record(json, recorded)]
    pub data: serde_json::Value,
    pub is_active: bool,
    /// True until the card is put in force for the first time.
    #[serde(skip_deserializing)]
    pub is_draft: bool,
    #[serde(skip_deserializing)]
    pub modified_time: DateTime<Utc>,
    /// The job that is copying another card into it.
    #[serde(skip)]
    #[record(internal)]
    pub filled_by: Option<i64>,
}

impl Default for RateCard {
    fn default() -> Self {
        New::<Self> {
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
            is_draft: false,
            modified_time: DateTime::UNIX_EPOCH,
            filled_by: None,
        }
        .unsaved()
    }
}

/// A rate card's list row, without terms.
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
    pub is_draft: bool,
    pub modified_time: DateTime<Utc>,
}
