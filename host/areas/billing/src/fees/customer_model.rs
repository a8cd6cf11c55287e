//! A customer's terms as part of a fee.

use chrono::NaiveDate;
use data::ids::CustomerId;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fees::model::{CustomerFee, CustomerFeeId, FeeId, FeeRate};

/// One customer's terms of a fee.
#[data::wire(lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FeeCustomer {
    /// 0 or absent: the customer's terms with the same first day, or new ones.
    pub id: CustomerFeeId,
    pub row_version: i64,
    pub customer_id: CustomerId,
    #[serde(skip_deserializing)]
    pub customer_name: String,
    pub minimum: Decimal,
    pub is_accumulated: bool,
    pub is_active: bool,
    /// First valid day. Null: unbounded.
    pub effective_date: Option<NaiveDate>,
    /// Last valid day. Null: unbounded.
    #[serde(deserialize_with = "data::case::expiry")]
    pub expire_date: Option<NaiveDate>,
    pub fee_rates: Vec<FeeRate>,
}

impl FeeCustomer {
    pub fn into_row(self, fee_id: FeeId) -> CustomerFee {
        let Self {
            id,
            row_version,
            customer_id,
            minimum,
            is_accumulated,
            is_active,
            effective_date,
            expire_date,
            ..
        } = self;
        let fee_rates = self.fee_rates;
        CustomerFee {
            id,
            row_version,
            fee_id,
            customer_id,
            minimum,
            is_accumulated,
            is_active,
            effective_date,
            expire_date,
            fee_rates,
        }
    }

    pub fn from_row(row: CustomerFee, customer_name: String) -> Self {
        Self {
            id: row.id,
            row_version: row.row_version,
            customer_id: row.customer_id,
            customer_name,
            minimum: row.minimum,
            is_accumulated: row.is_accumulated,
            is_active: row.is_active,
            effective_date: row.effective_date,
            expire_date: row.expire_date,
            fee_rates: row.fee_rates,
        }
    }
}

impl Default for FeeCustomer {
    fn default() -> Self {
        Self::from_row(CustomerFee::default(), String::new())
    }
}
