//! Organisation units and memberships, with inputs and responses.

use chrono::{DateTime, Utc};
use data::{
    Form, Record,
    ids::{FileId, OrganizationUnitId, UserId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::rules::{MAX_NAME_LENGTH, require_name};

/// A node of the tenant's tree of users.
#[derive(Debug, Clone, Record)]
#[record(table = "organization_units", name = "The organisation unit", open)]
pub(crate) struct OrganizationUnit {
    pub id: OrganizationUnitId,
    pub row_version: i64,
    pub parent_id: Option<OrganizationUnitId>,
    pub code: String,
    pub display_name: String,
    pub creation_time: DateTime<Utc>,
    #[record(filtered)]
    pub last_modification_time: Option<DateTime<Utc>>,
}

/// A user's membership in a unit.
#[derive(Debug, Clone, Record)]
#[record(table = "organization_unit_users", name = "The membership", unrecorded)]
pub(crate) struct Membership {
    pub id: i64,
    pub row_version: i64,
    pub organization_unit_id: OrganizationUnitId,
    pub user_id: UserId,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnitItem {
    pub id: OrganizationUnitId,
    pub row_version: i64,
    pub parent_id: Option<OrganizationUnitId>,
    /// Five digits for every level below the root: `00001.00042`.
    pub code: String,
    pub display_name: String,
    /// Direct members, without those of descendants.
    pub member_count: i64,
    pub creation_time: DateTime<Utc>,
    pub last_modification_time: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberItem {
    pub id: UserId,
    pub name: String,
    pub surname: String,
    pub user_name: String,
    pub email_address: String,
    pub profile_picture_id: Option<FileId>,
    pub added_time: Option<DateTime<Utc>>,
}

#[derive(Debug, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct NewUnit {
    /// Omitted for a top-level unit.
    pub parent_id: Option<OrganizationUnitId>,
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(require_name))]
    pub display_name: String,
}

#[derive(Debug, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct RenamedUnit {
    pub id: OrganizationUnitId,
    pub row_version: Option<i64>,
    /// Unchanged if omitted.
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(require_name))]
    pub display_name: String,
}

impl From<&OrganizationUnit> for RenamedUnit {
    fn from(unit: &OrganizationUnit) -> Self {
        Self {
            id: unit.id,
            row_version: Some(unit.row_version),
            display_name: unit.display_name.clone(),
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MovedUnit {
    pub id: OrganizationUnitId,
    /// Null or omitted for the top level.
    pub new_parent_id: Option<OrganizationUnitId>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewMembers {
    pub user_ids: Vec<UserId>,
    pub organization_unit_id: OrganizationUnitId,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FormerMember {
    pub user_id: UserId,
    pub organization_unit_id: OrganizationUnitId,
}
