//! The rows of the carriers' room.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{
    Record,
    ids::{CarrierAccountId, CarrierMappingId, CarrierServiceId, CustomerId},
};

/// An agreement with a carrier and its credentials.
#[derive(Debug, Clone, Record)]
#[record(table = "carrier_accounts", name = "The carrier account")]
pub(crate) struct CarrierAccount {
    pub id: CarrierAccountId,
    pub row_version: i64,
    #[record(listed)]
    pub code: String,
    #[record(listed)]
    pub name: String,
    #[record(listed)]
    pub carrier_code: String,
    /// The customer whose own account it is; none for the tenant's.
    #[record(listed, customer)]
    pub customer_id: Option<CustomerId>,
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
    #[record(json, recorded, name = "attributes")]
    pub settings: BTreeMap<String, String>,
    /// Sealed; by attribute.
    #[record(json, secret)]
    pub secrets: BTreeMap<String, String>,
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
}

/// A service of a carrier, as the tenant has it.
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

/// A service switched on for an account.
#[derive(Debug, Clone, Record)]
#[record(table = "carrier_account_services", name = "The account's service", open)]
pub(crate) struct AccountService {
    pub id: i64,
    pub row_version: i64,
    pub carrier_account_id: CarrierAccountId,
    pub carrier_service_id: CarrierServiceId,
}

/// A customer may use an account.
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
