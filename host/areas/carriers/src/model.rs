//! The rows of the carriers' room.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::{
    entity,
    ids::{CarrierAccountId, CarrierMappingId, CarrierServiceId, CustomerId},
};

/// An agreement with a carrier and its credentials.
#[derive(Debug, Clone)]
pub struct CarrierAccount {
    pub id: CarrierAccountId,
    pub row_version: i64,
    pub code: String,
    pub name: String,
    pub carrier_code: String,
    /// The customer whose own account it is; none for the tenant's.
    pub customer_id: Option<CustomerId>,
    pub is_active: bool,
    pub public_logo: Option<String>,
    pub private_logo: Option<String>,
    pub use_manual_rates: bool,
    pub available_for_guest: bool,
    pub available_for_payg: bool,
    pub settings: BTreeMap<String, String>,
    /// Sealed; by attribute.
    pub secrets: BTreeMap<String, String>,
    pub creation_time: DateTime<Utc>,
}

entity!(CarrierAccount(CarrierAccountId) named "The carrier account" in "carrier_accounts" {
    code: String => "code",
    name: String => "name",
    carrier_code: String => "carrierCode",
    customer_id: Option<CustomerId> => "customerId",
    is_active: bool => "isActive",
    public_logo: Option<String> as "publicLogo",
    private_logo: Option<String> as "privateLogo",
    use_manual_rates: bool => "useManualRates",
    available_for_guest: bool => "availableForGuest",
    available_for_payg: bool => "availableForPayg",
    settings(json): BTreeMap<String, String> as "attributes",
    secrets(json): BTreeMap<String, String>,
    creation_time: DateTime<Utc> => "creationTime",
});

/// A service of a carrier, as the tenant has it.
#[derive(Debug, Clone)]
pub struct CarrierService {
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

entity!(CarrierService(CarrierServiceId) named "The carrier service" in "carrier_services" {
    carrier_code: String => "carrierCode",
    code: String => "code",
    name: String => "name",
    is_active: bool => "isActive",
    is_additional: bool => "isAdditional",
    exceptions: Option<String> as "exceptions",
    exception_keywords: Option<String> as "exceptionKeywords",
});

/// A service switched on for an account.
#[derive(Debug, Clone)]
pub struct AccountService {
    pub id: i64,
    pub row_version: i64,
    pub carrier_account_id: CarrierAccountId,
    pub carrier_service_id: CarrierServiceId,
}

entity!(AccountService(i64) named "The account's service" in "carrier_account_services" {
    carrier_account_id: CarrierAccountId as "carrierAccountId",
    carrier_service_id: CarrierServiceId as "carrierServiceId",
});

/// A customer may use an account.
#[derive(Debug, Clone)]
pub struct Mapping {
    pub id: CarrierMappingId,
    pub row_version: i64,
    pub customer_id: CustomerId,
    pub carrier_account_id: CarrierAccountId,
    pub is_own: bool,
    pub is_active: bool,
}

entity!(Mapping(CarrierMappingId) named "The mapping" in "carrier_account_mappings" {
    customer_id: CustomerId => "customerId",
    carrier_account_id: CarrierAccountId => "carrierAccountId",
    is_own: bool => "isOwn",
    is_active: bool => "isActive",
});
