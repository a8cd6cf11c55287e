//! Tenants: rows, inputs and responses.

use chrono::NaiveDate;
use data::{
    TextEnum,
    ids::{EditionId, TenantId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::settings::model::Ui;
pub use crate::settings::model::guests::Guests;

/// Availability of a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum TenantState {
    Available,
    InActive,
    #[text_enum(unknown)]
    Unknown,
}

#[derive(Debug, Clone)]
pub struct Tenant {
    pub id: TenantId,
    pub name: String,
    pub state: TenantState,
    /// IANA name of the tenant's time zone.
    pub timezone: String,
    /// ISO 4217 code.
    pub base_currency: String,
    pub legal_name: String,
    pub address: String,
    pub tax_vat_no: String,
    pub allow_self_registration: bool,
    /// True for the platform tenant.
    pub is_platform: bool,
    pub(crate) logo: Option<Logo>,
    pub(crate) style: Option<Style>,
}

#[derive(Debug, Clone)]
pub(crate) struct Logo {
    pub id: String,
    pub key: String,
    pub media_type: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Style {
    pub id: String,
    pub key: String,
}

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
    /// True for the platform tenant, of which there is one.
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
    /// Host name in the browser's address.
    pub tenancy_name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantAnswer {
    /// 1 available, 2 inactive, 3 not found.
    pub state: u8,
    /// Null unless available.
    pub tenant_id: Option<TenantId>,
    /// Address of the API.
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
    /// Default country of addresses.
    pub country_code: String,
    /// Days without collection or delivery, besides weekends.
    pub holidays: Vec<NaiveDate>,
    /// Permissions of guests.
    pub guests: Guests,
    /// True if emails can be sent: the tenant or the platform has a mail server.
    pub has_mail_server: bool,
    /// Appearance of the shell.
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
    /// The caller's tenant; optional.
    pub tenant_id: Option<TenantId>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// Effective for the caller: a customer's user gets the customer's features.
    pub feature_values: Vec<FeatureValue>,
    pub features: Vec<FeatureInfo>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeatureValue {
    pub name: String,
    /// Null removes the own value.
    pub value: Option<String>,
}

/// Features of one customer.
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
    /// Effective value.
    pub value: Option<String>,
    /// The customer's own value; null: the tenant's applies.
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
