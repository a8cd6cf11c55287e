//! What the calls about roles and permissions take and answer.

use chrono::{DateTime, Utc};
use garde::Validate;
use kernel::{
    Change, Form,
    ids::{CustomerId, RoleId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Role;
use crate::rules::people::{MAX_ROLE_NAME_LENGTH, role_name};

/// A node of the tree of permissions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PermissionItem {
    pub parent_name: Option<&'static str>,
    pub name: &'static str,
    pub display_name: &'static str,
    /// The way to it from the root, in words.
    pub description: String,
    /// Whether a new role holds it unless its maker says otherwise.
    pub is_granted_by_default: bool,
    /// 0 for the root.
    pub level: usize,
}

#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleItem {
    /// Null in a form for a new one.
    pub id: Option<RoleId>,
    pub row_version: i64,
    /// Stays when the role is renamed.
    pub name: String,
    pub display_name: String,
    /// Whose users alone can have it; null for the tenant's own.
    pub customer_id: Option<CustomerId>,
    /// Can't be renamed or deleted.
    pub is_static: bool,
    /// New users get it.
    pub is_default: bool,
    pub user_count: i64,
    pub permission_count: i64,
    pub creation_time: Option<DateTime<Utc>>,
}

/// Left out or 0: a form for a new one.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleToEdit {
    pub id: Option<RoleId>,
    /// Whose role the new one will be.
    pub customer_id: Option<CustomerId>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RoleForEdit {
    pub role: RoleItem,
    /// All that the role could hold.
    pub permissions: Vec<PermissionItem>,
    pub granted_permission_names: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveRole {
    pub role: Change<RoleInput>,
    /// All that the role shall hold; left out: unchanged, or what is granted by default.
    pub granted_permission_names: Option<Vec<String>>,
}

/// A role as a form sends it: what is left out has its default when new and stays as it is otherwise.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct RoleInput {
    /// 0 or left out for a new one.
    pub id: Option<RoleId>,
    pub row_version: Option<i64>,
    #[garde(length(chars, max = MAX_ROLE_NAME_LENGTH), custom(role_name))]
    pub display_name: String,
    pub is_default: bool,
    /// Makes a new role a customer's; can't be changed later.
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
