//! Inputs and responses of the calls on roles and permissions.

use chrono::{DateTime, Utc};
use data::{
    Change, Form,
    ids::{CustomerId, RoleId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::Role;
use crate::users::form_rules::{MAX_ROLE_NAME_LENGTH, role_name};

/// A node of the permission tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PermissionItem {
    pub parent_name: Option<&'static str>,
    pub name: &'static str,
    pub display_name: &'static str,
    /// Display path from the root.
    pub description: String,
    /// True if a new role has it by default.
    pub is_granted_by_default: bool,
    /// 0 for the root.
    pub level: usize,
}

#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleItem {
    /// Null in the form of a new one.
    pub id: Option<RoleId>,
    pub row_version: i64,
    /// Keeps its value when the role is renamed.
    pub name: String,
    pub display_name: String,
    /// Customer that the role is restricted to. Null for the tenant's own.
    pub customer_id: Option<CustomerId>,
    /// True if the role can't be renamed or deleted.
    pub is_static: bool,
    /// True if new users get the role.
    pub is_default: bool,
    pub user_count: i64,
    pub permission_count: i64,
    /// Granted permissions in the order of the tree. Only in lists.
    pub permission_names: Vec<String>,
    pub creation_time: Option<DateTime<Utc>>,
}

/// Omitted or 0: the form of a new one.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleToEdit {
    pub id: Option<RoleId>,
    /// Customer of the new role.
    pub customer_id: Option<CustomerId>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleForEdit {
    pub role: RoleItem,
    /// Permissions that the role can have.
    pub permissions: Vec<PermissionItem>,
    pub granted_permission_names: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveRole {
    pub role: Change<RoleInput>,
    /// The complete set of the role's permissions. Omitted: unchanged, or the defaults.
    pub granted_permission_names: Option<Vec<String>>,
}

/// Input of the role form. An omitted field has its default for a new role and is unchanged
/// otherwise.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct RoleInput {
    /// 0 or omitted for a new one.
    pub id: Option<RoleId>,
    pub row_version: Option<i64>,
    #[garde(length(chars, max = MAX_ROLE_NAME_LENGTH), custom(role_name))]
    pub display_name: String,
    pub is_default: bool,
    /// Makes a new role a customer's. Immutable.
    pub customer_id: Option<CustomerId>,
}

impl From<&Role> for RoleInput {
    fn from(role: &Role) -> Self {
        Self {
            id: Some(role.id),
            row_version: Some(role.row_version),
            display_name: role.display_name.clone(),
            is_default: role.is_default,
            customer_id: role.customer_id,
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SavedRole {
    pub role: RoleItem,
}
