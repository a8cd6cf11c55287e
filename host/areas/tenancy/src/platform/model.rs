//! Models of platform administration: tenants, editions and platform settings.

use chrono::{DateTime, Utc};
use data::{
    Change, Form, Record,
    ids::{EditionId, TenantId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tenants::rules::{MAX_DISPLAY_NAME_LENGTH, MAX_NAME_LENGTH, edition_name, time_zone};
use crate::{
    settings::model::Email,
    tenants::model::{FeatureInfo, FeatureValue, TenantState},
};

/// A tenant in the list.
#[derive(Debug, Clone, Record)]
#[record(table = "platform_tenants", name = "The tenant", open)]
pub(crate) struct TenantRow {
    pub id: TenantId,
    pub row_version: i64,
    pub name: String,
    pub state: TenantState,
    pub timezone: String,
    pub base_currency: String,
    pub edition_id: Option<EditionId>,
    pub edition_name: Option<String>,
    pub is_platform: bool,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantItem {
    pub id: TenantId,
    pub row_version: i64,
    pub name: String,
    pub state: TenantState,
    pub hosts: Vec<String>,
    pub timezone: String,
    pub base_currency: String,
    pub edition_id: Option<EditionId>,
    pub edition_name: Option<String>,
    /// True for the platform tenant.
    pub is_platform: bool,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantForEdit {
    pub tenant: TenantItem,
    pub features: TenantFeatures,
}

/// All features of a tenant for the platform.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TenantFeatures {
    pub feature_values: Vec<GivenFeature>,
    pub features: Vec<FeatureInfo>,
}

/// One feature of a tenant for the platform.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GivenFeature {
    pub name: String,
    /// Effective value.
    pub value: String,
    /// The platform's value for this tenant, which overrides its edition; null: none.
    pub own: Option<String>,
    /// The edition's value; null: no limit.
    pub edition: Option<String>,
}

/// Changes of a tenant. Omitted fields are unchanged.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct TenantForm {
    pub id: TenantId,
    /// A stale value fails with 409.
    pub row_version: Option<i64>,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// The tenant's complete list of host names.
    pub hosts: Vec<String>,
    /// IANA name.
    #[garde(custom(time_zone))]
    pub timezone: String,
    /// Null: no edition.
    pub edition_id: Option<EditionId>,
}

impl From<&TenantItem> for TenantForm {
    fn from(tenant: &TenantItem) -> Self {
        Self {
            id: tenant.id,
            row_version: Some(tenant.row_version),
            name: tenant.name.clone(),
            hosts: tenant.hosts.clone(),
            timezone: tenant.timezone.clone(),
            edition_id: tenant.edition_id,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct UpdateTenant {
    pub tenant: Change<TenantForm>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GivenFeatures {
    pub tenant_id: TenantId,
    /// Values that override the edition; null removes one.
    pub feature_values: Vec<FeatureValue>,
}

/// A named set of feature values that the platform sells.
#[derive(Debug, Clone, Record)]
#[record(table = "platform_editions", name = "The edition", open)]
pub(crate) struct EditionRow {
    pub id: EditionId,
    pub row_version: i64,
    pub name: String,
    pub display_name: String,
    #[record(json, internal)]
    pub features: std::collections::BTreeMap<String, String>,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct Edition {
    /// 0 or omitted: a new one.
    pub id: EditionId,
    /// A stale value fails with 409.
    pub row_version: i64,
    /// Name in commands: lower-case letters, digits and hyphens.
    #[garde(length(chars, min = 1, max = MAX_DISPLAY_NAME_LENGTH), custom(edition_name))]
    pub name: String,
    #[garde(length(chars, min = 1, max = MAX_DISPLAY_NAME_LENGTH))]
    pub display_name: String,
    /// Limited features; all others are unlimited.
    pub feature_values: Vec<FeatureValue>,
    #[record(protected)]
    pub creation_time: Option<DateTime<Utc>>,
}

impl From<EditionRow> for Edition {
    fn from(row: EditionRow) -> Self {
        let values = row
            .features
            .into_iter()
            .map(|(name, value)| FeatureValue {
                name,
                value: Some(value),
            })
            .collect();
        Self {
            id: row.id,
            row_version: row.row_version,
            name: row.name,
            display_name: row.display_name,
            feature_values: values,
            creation_time: Some(row.creation_time),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SaveEdition {
    pub edition: Change<Edition>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OneEdition {
    pub edition: Edition,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EditionForEdit {
    pub edition: Edition,
    /// All existing features.
    pub features: Vec<FeatureInfo>,
}

/// Settings of the platform.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlatformSettings {
    pub row_version: i64,
    /// Mail server for tenants without one.
    pub email: Email,
}
