//! Users, roles, keys and sessions as they are kept and answered.

use chrono::{DateTime, Utc};
use kernel::{
    entity,
    ids::{ApiKeyId, CustomerId, FileId, RoleId, SessionId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A person of one tenant.
#[derive(Debug, Clone)]
pub(crate) struct User {
    pub id: UserId,
    pub row_version: i64,
    pub user_guid: Uuid,
    pub name: String,
    pub surname: String,
    pub user_name: String,
    pub user_name_key: String,
    pub email_address: String,
    pub email_key: String,
    pub phone_number: String,
    pub password_hash: Option<String>,
    pub is_active: bool,
    pub customer_id: Option<CustomerId>,
    pub is_driver: bool,
    pub is_lockout_enabled: bool,
    pub access_failed_count: i64,
    pub lockout_end: Option<DateTime<Utc>>,
    pub last_login_time: Option<DateTime<Utc>>,
    pub should_change_password: bool,
    pub profile_picture_id: Option<FileId>,
    pub creation_time: DateTime<Utc>,
}

entity!(User(UserId) named "The user" in "users" {
    user_guid: Uuid => "userGuid",
    name: String => "name",
    surname: String => "surname",
    user_name: String => "userName",
    user_name_key: String,
    email_address: String => "emailAddress",
    email_key: String,
    phone_number: String => "phoneNumber",
    password_hash: Option<String>,
    is_active: bool => "isActive",
    customer_id: Option<CustomerId> => "customerId",
    is_driver: bool => "isDriver",
    is_lockout_enabled: bool => "isLockoutEnabled",
    access_failed_count: i64,
    lockout_end: Option<DateTime<Utc>>,
    last_login_time: Option<DateTime<Utc>> => "lastLoginTime",
    should_change_password: bool,
    profile_picture_id: Option<FileId>,
    creation_time: DateTime<Utc> => "creationTime",
});

/// A named set of permissions.
#[derive(Debug, Clone)]
pub(crate) struct Role {
    pub id: RoleId,
    pub row_version: i64,
    pub name: String,
    pub display_name: String,
    pub customer_id: Option<CustomerId>,
    pub is_static: bool,
    pub is_default: bool,
    pub creation_time: DateTime<Utc>,
}

entity!(Role(RoleId) named "The role" in "roles" {
    name: String => "name",
    display_name: String => "displayName",
    customer_id: Option<CustomerId> => "customerId",
    is_static: bool => "isStatic",
    is_default: bool => "isDefault",
    creation_time: DateTime<Utc> => "creationTime",
});

/// One permission of a role.
#[derive(Debug, Clone)]
pub(crate) struct RolePermission {
    pub id: i64,
    pub row_version: i64,
    pub role_id: RoleId,
    pub name: String,
}

entity!(RolePermission(i64) named "The role's permission" in "role_permissions" {
    role_id: RoleId,
    name: String,
});

/// One role of a user.
#[derive(Debug, Clone)]
pub(crate) struct UserRole {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub role_id: RoleId,
}

entity!(UserRole(i64) named "The user's role" in "user_roles" {
    user_id: UserId,
    role_id: RoleId,
});

/// What an integration signs in with; it acts as its user.
#[derive(Debug, Clone)]
pub(crate) struct ApiKey {
    pub id: ApiKeyId,
    pub row_version: i64,
    pub user_id: UserId,
    pub secret_hash: String,
    pub creation_time: DateTime<Utc>,
    pub last_used_time: Option<DateTime<Utc>>,
}

entity!(ApiKey(ApiKeyId) named "The API key" in "api_keys" {
    user_id: UserId,
    secret_hash: String,
    creation_time: DateTime<Utc>,
    last_used_time: Option<DateTime<Utc>>,
});

/// A bearer token that was given out.
#[derive(Debug, Clone)]
pub(crate) struct SessionRow {
    pub id: SessionId,
    pub row_version: i64,
    pub user_id: UserId,
    pub api_key_id: Option<ApiKeyId>,
    pub impersonator_id: Option<UserId>,
    pub token_hash: String,
    pub expires_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub address: String,
    pub user_agent: String,
    pub creation_time: DateTime<Utc>,
}

entity!(SessionRow(SessionId) named "The session" in "sessions" {
    user_id: UserId,
    api_key_id: Option<ApiKeyId>,
    impersonator_id: Option<UserId>,
    token_hash: String,
    expires_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    address: String,
    user_agent: String,
    creation_time: DateTime<Utc>,
});

/// What a new user is made of.
#[derive(Clone, Default)]
pub struct NewUser {
    pub user_name: String,
    pub name: String,
    pub surname: String,
    pub email: String,
    pub phone: String,
    pub password: String,
    /// Names of roles that the tenant has.
    pub roles: Vec<String>,
    /// Makes it a customer's user, who sees that customer's things only.
    pub customer: Option<CustomerId>,
    pub is_driver: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserItem {
    pub id: UserId,
    pub row_version: i64,
    pub user_guid: Uuid,
    pub name: String,
    pub surname: String,
    pub user_name: String,
    pub email_address: String,
    pub phone_number: String,
    pub is_active: bool,
    pub is_driver: bool,
    pub is_lockout_enabled: bool,
    /// Whether failed attempts keep the user out at the moment.
    pub is_locked: bool,
    pub should_change_password_on_next_login: bool,
    pub customer_id: Option<CustomerId>,
    pub profile_picture_id: Option<FileId>,
    pub roles: Vec<UserItemRole>,
    /// The ids of the user's API keys.
    pub api_keys: Vec<ApiKeyId>,
    pub last_login_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserItemRole {
    pub role_id: RoleId,
    pub role_name: String,
    pub display_name: String,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UsersQuestion {
    /// Only users who have this role.
    pub role: Option<RoleId>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyFor {
    pub user_id: UserId,
}

/// A new key; its secret is told this once and never again.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewKey {
    /// The `client_id` of the token call.
    pub id: ApiKeyId,
    /// The `client_secret` of the token call.
    pub api_key: String,
}
