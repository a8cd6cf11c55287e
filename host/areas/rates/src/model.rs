//! The rows of the area rates.

use chrono::{DateTime, Utc};
use kernel::{Record, ids::RateCardId};

/// A rate card.
#[derive(Debug, Clone, Record)]
#[record(table = "rate_cards", name = "The rate card", open)]
pub(crate) struct RateCard {
    pub id: RateCardId,
    pub row_version: i64,
    pub code: String,
    pub name: String,
    /// The id of the rate engine that reads the data.
    pub engine: String,
    #[record(json)]
    pub data: serde_json::Value,
    pub is_active: bool,
    pub modified_time: DateTime<Utc>,
}

impl RateCard {
    pub(crate) fn new(code: &str, now: DateTime<Utc>) -> Self {
        Self {
            id: RateCardId::default(),
            row_version: 0,
            code: code.to_owned(),
            name: String::new(),
            engine: String::new(),
            data: serde_json::Value::Null,
            is_active: true,
            modified_time: now,
        }
    }
}
