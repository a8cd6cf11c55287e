//! Organisation units and their members, as they are kept, taken and answered.

use chrono::{DateTime, Utc};
use kernel::{
    entity,
    ids::{FileId, OrganizationUnitId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A node of the tree in which a tenant keeps its people.
#[derive(Debug, Clone)]
pub(crate) struct OrganizationUnit {
    pub id: OrganizationUnitId,
    pub row_version: i64,
    pub parent_id: Option<OrganizationUnitId>,
    pub code: String,
    pub display_name: String,
    pub creation_time: DateTime<Utc>,
    pub last_modification_time: Option<DateTime<Utc>>,
}

entity!(OrganizationUnit(OrganizationUnitId) named "The organisation unit" in "organization_units" {
    parent_id: Option<OrganizationUnitId> => "parentId",
    code: String => "code",
    display_name: String => "displayName",
    creation_time: DateTime<Utc> => "creationTime",
    last_modification_time: Option<DateTime<Utc>> => "lastModificationTime" as "",
});

/// One user's place in one unit.
#[derive(Debug, Clone)]
pub(crate) struct Membership {
    pub id: i64,
    pub row_version: i64,
    pub organization_unit_id: OrganizationUnitId,
    pub user_id: UserId,
    pub creation_time: DateTime<Utc>,
}

entity!(Membership(i64) named "The membership" in "organization_unit_users" log {
    organization_unit_id: OrganizationUnitId,
    user_id: UserId,
    creation_time: DateTime<Utc>,
});

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnitItem {
    pub id: OrganizationUnitId,
    pub row_version: i64,
    pub parent_id: Option<OrganizationUnitId>,
    /// Five digits for every step from the root: `00001.00042`.
    pub code: String,
    pub display_name: String,
    /// Members of this unit itself, not of those below it.
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

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewUnit {
    /// Left out for a unit at the top.
    pub parent_id: Option<OrganizationUnitId>,
    pub display_name: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenamedUnit {
    pub id: OrganizationUnitId,
    pub row_version: Option<i64>,
    pub display_name: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MovedUnit {
    pub id: OrganizationUnitId,
    /// Null or left out for the top.
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
