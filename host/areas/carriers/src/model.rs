//! Rows of carriers; an account is also its API input and view.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use data::{
    Form, Record,
    case::Patch,
    ids::{CarrierAccountId, CarrierMappingId, CarrierServiceId, CustomerId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::{MAX_CODE_LENGTH, MAX_NAME_LENGTH, MIN_CODE_LENGTH, plain_code};

/// An agreement with a carrier and its credentials.
#[data::wire]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "carrier_accounts", name = "The carrier account")]
#[garde(allow_unvalidated)]
pub(crate) struct CarrierAccount {
    /// 0 or omitted for a new account.
    pub id: CarrierAccountId,
    pub row_version: i64,
    /// Unique in the tenant: 2 to 32 capitals, digits, `-` or `_`.
    #[garde(length(chars, min = MIN_CODE_LENGTH, max = MAX_CODE_LENGTH), custom(plain_code))]
    #[record(listed)]
    #[wire(trim)]
    pub code: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    #[record(listed)]
    #[wire(trim)]
    pub name: String,
    /// Immutable.
    #[record(listed)]
    pub carrier_code: String,
    /// Customer that owns the account; None for the tenant's accounts.
    #[record(listed, customer)]
    pub customer_id: Option<CustomerId>,
    /// Default for a new account: true.
    #[record(listed)]
    pub is_active: bool,
    #[record(recorded)]
    pub public_logo: Option<String>,
    #[record(recorded)]
    pub private_logo: Option<String>,
    #[record(listed)]
    pub use_manual_rates: bool,
    #[record(listed)]
    pub available_for_guest: bool,
    #[record(listed)]
    pub available_for_payg: bool,
    #[serde(skip)]
    #[record(json, recorded, name = "attributes")]
    pub settings: BTreeMap<String, String>,
    /// Encrypted; keyed by attribute.
    #[serde(skip)]
    #[record(json, secret)]
    pub secrets: BTreeMap<String, String>,
    #[serde(skip)]
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
    /// Changed settings and secrets of the carrier; omitted ones stay.
    #[serde(skip_serializing)]
    #[record(sent)]
    pub attributes: Vec<SentAttribute>,
}

/// An entry of `attributes` in an account to save.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(rename = "SentCarrierAccountAttribute")]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SentAttribute {
    pub key: String,
    /// Null clears it. An empty text clears a setting but keeps a secret, whose view is an empty
    /// text.
    pub value: Patch<String>,
}

/// A carrier's service with the tenant's settings.
#[derive(Debug, Clone, Record)]
#[record(table = "carrier_services", name = "The carrier service", open)]
pub(crate) struct CarrierService {
    pub id: CarrierServiceId,
    pub row_version: i64,
    pub carrier_code: String,
    pub code: String,
    pub name: String,
    pub is_active: bool,
    pub is_additional: bool,
    pub exceptions: Option<String>,
    pub exception_keywords: Option<String>,
}

/// A service enabled for an account.
#[derive(Debug, Clone, Record)]
#[record(
    table = "carrier_account_services",
    name = "The account's service",
    open
)]
pub(crate) struct AccountService {
    pub id: i64,
    pub row_version: i64,
    pub carrier_account_id: CarrierAccountId,
    pub carrier_service_id: CarrierServiceId,
}

/// Permission of a customer to use an account.
#[derive(Debug, Clone, Record)]
#[record(table = "carrier_account_mappings", name = "The mapping", open)]
pub(crate) struct Mapping {
    pub id: CarrierMappingId,
    pub row_version: i64,
    #[record(customer)]
    pub customer_id: CustomerId,
    pub carrier_account_id: CarrierAccountId,
    pub is_own: bool,
    pub is_active: bool,
}
