//! Tenants as they are kept, made and answered.

mod bookings;
mod guests;
mod insurance;
mod keeping;
pub(crate) mod platform;
mod protection;
mod settings;

use chrono::NaiveDate;
use kernel::{
    Words,
    ids::{EditionId, TenantId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use bookings::{Bookings, MailedStatus};
pub use guests::Guests;
pub use insurance::{AtiInsuranceRate, Insurance, InsuranceRate};
pub use keeping::{Audit, Files};
pub use protection::{
    Ldap, OpenIdProvider, PasswordComplexity, Security, TwoFactorLogin, UserLockOut, UserManagement,
};
pub use settings::{
    Billing, CardEnvironment, CardPayment, CardSurcharge, Currency, CurrencyFactor, ECommerce,
    Email, General, MAX_CALLBACK_DELAY, Numbering, PriceRounding, Pricing, Settings, Tax, Ui,
};

/// Whether a tenant's people can use the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum TenantState {
    Available,
    InActive,
    #[words(unknown)]
    Unknown,
}

/// A tenant.
#[derive(Debug, Clone)]
pub struct Tenant {
    pub id: TenantId,
    pub name: String,
    pub state: TenantState,
    /// IANA name of the zone that the tenant's days are counted in.
    pub timezone: String,
    /// ISO 4217 code.
    pub base_currency: String,
    pub legal_name: String,
    pub address: String,
    pub tax_vat_no: String,
    pub allow_self_registration: bool,
    /// Whether its people run the platform.
    pub is_platform: bool,
    pub(crate) logo: Option<Logo>,
    pub(crate) style: Option<Style>,
}

/// Where a tenant's own logo is kept.
#[derive(Debug, Clone)]
pub(crate) struct Logo {
    pub id: String,
    pub key: String,
    pub media_type: String,
}

/// Where a tenant's own style sheet is kept.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    pub id: String,
    pub key: String,
}

/// What a new tenant is made of.
#[derive(Debug, Clone)]
pub struct NewTenant {
    pub name: String,
    /// Host names, without scheme and port.
    pub hosts: Vec<String>,
    pub timezone: String,
    pub base_currency: String,
    pub legal_name: String,
    pub address: String,
    pub tax_vat_no: String,
    pub allow_self_registration: bool,
    pub edition: Option<EditionId>,
    /// Whether its people run the platform; there is one such tenant.
    pub is_platform: bool,
}

impl Default for NewTenant {
    fn default() -> Self {
        Self {
            name: String::new(),
            hosts: Vec::new(),
            timezone: "Australia/Sydney".to_owned(),
            base_currency: "AUD".to_owned(),
            legal_name: String::new(),
            address: String::new(),
            tax_vat_no: String::new(),
            allow_self_registration: false,
            edition: None,
            is_platform: false,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantQuestion {
    /// The host name of the address that the browser is on.
    pub tenancy_name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantAnswer {
    /// 1 available, 2 inactive, 3 not found.
    pub state: u8,
    /// Null unless available.
    pub tenant_id: Option<TenantId>,
    /// Where to send the calls.
    pub server_root_address: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Configuration {
    pub tenant_name: String,
    pub tenant_billing_address: BillingAddress,
    pub allow_self_registration: bool,
    pub base_currency: String,
    pub timezone: String,
    /// Where a place is whose country is left out.
    pub country_code: String,
    /// Days on which nobody collects or delivers, beside weekends.
    pub holidays: Vec<NaiveDate>,
    /// What somebody may do who is not signed in.
    pub guests: Guests,
    /// What the shell dresses itself in.
    pub ui: Ui,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BillingAddress {
    pub address: String,
    pub legal_name: String,
    pub tax_vat_no: String,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeaturesQuestion {
    /// The caller's own tenant; may be left out.
    pub tenant_id: Option<TenantId>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// What holds for the caller: for a customer's user what the customer has.
    pub feature_values: Vec<FeatureValue>,
    pub features: Vec<FeatureInfo>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureValue {
    pub name: String,
    /// Null, when sent: nothing of one's own.
    pub value: Option<String>,
}

/// What one customer has of features.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerFeatures {
    pub feature_values: Vec<CustomerFeatureValue>,
    pub features: Vec<FeatureInfo>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerFeatureValue {
    pub name: String,
    /// What holds.
    pub value: Option<String>,
    /// What was said for the customer itself; null: as the tenant.
    pub own: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureInfo {
    pub parent_name: Option<String>,
    pub name: String,
    pub display_name: String,
    pub description: String,
    pub default_value: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeatureChanges {
    pub feature_values: Vec<FeatureValue>,
}

impl FeatureChanges {
    pub fn pairs(self) -> Vec<(String, Option<String>)> {
        self.feature_values
            .into_iter()
            .map(|feature| (feature.name, feature.value))
            .collect()
    }
}
