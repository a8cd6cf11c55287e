//! Tenants as they are kept, made and answered.

use kernel::ids::TenantId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether a tenant's people can use the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TenantState {
    Available,
    InActive,
}

impl TenantState {
    pub fn word(self) -> &'static str {
        match self {
            Self::Available => "Available",
            Self::InActive => "InActive",
        }
    }
    pub(crate) fn from_word(word: &str) -> Self {
        if word == "Available" { Self::Available } else { Self::InActive }
    }
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
    pub(crate) logo: Option<Logo>,
}

/// Where a tenant's own logo is kept.
#[derive(Debug, Clone)]
pub(crate) struct Logo {
    pub key: String,
    pub media_type: String,
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
pub(crate) struct Features {
    pub feature_values: Vec<FeatureValue>,
    pub features: Vec<FeatureInfo>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeatureValue {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeatureInfo {
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
