//! Users, roles, units, keys and sessions as they are kept; the modules below say what is answered.

pub(crate) mod account;
pub(crate) mod outside;
pub(crate) mod people;
pub(crate) mod roles;
pub(crate) mod units;
pub(crate) mod wire;

use chrono::{DateTime, Utc};
use kernel::{
    entity,
    ids::{ApiKeyId, CustomerId, FileId, RoleId, SessionId, TenantId, UserId},
};
use uuid::Uuid;

/// A person of one tenant.
#[derive(Debug, Clone, Default)]
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
    /// Set for a user who was deleted: history still tells the name.
    pub deletion_time: Option<DateTime<Utc>>,
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
    lockout_end: Option<DateTime<Utc>> => "lockoutEnd",
    last_login_time: Option<DateTime<Utc>> => "lastLoginTime" as "",
    should_change_password: bool as "shouldChangePasswordOnNextLogin",
    profile_picture_id: Option<FileId> as "profilePictureId",
    deletion_time: Option<DateTime<Utc>> as "deletionTime",
    creation_time: DateTime<Utc> => "creationTime",
} also {
    "fullName" => "TRIM(name || ' ' || surname)" as Text,
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

entity!(RolePermission(i64) named "The role's permission" in "role_permissions" log {
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

entity!(UserRole(i64) named "The user's role" in "user_roles" log {
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
    user_id: UserId => "userId",
    secret_hash: String,
    creation_time: DateTime<Utc> => "creationTime",
    last_used_time: Option<DateTime<Utc>> => "lastUsedTime" as "",
});

/// A bearer token that was given out.
#[derive(Debug, Clone)]
pub(crate) struct SessionRow {
    pub id: SessionId,
    pub row_version: i64,
    pub user_id: UserId,
    pub api_key_id: Option<ApiKeyId>,
    pub impersonator_id: Option<UserId>,
    pub impersonator_tenant_id: Option<TenantId>,
    pub impersonator_home: Option<String>,
    pub impersonator_name: Option<String>,
    /// How the user came in; none for a token without a browser.
    pub provider: Option<String>,
    pub token_hash: String,
    pub expires_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub address: String,
    pub user_agent: String,
    pub last_used_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
}

entity!(SessionRow(SessionId) named "The session" in "sessions" log {
    user_id: UserId,
    api_key_id: Option<ApiKeyId>,
    impersonator_id: Option<UserId>,
    impersonator_tenant_id: Option<TenantId>,
    impersonator_home: Option<String>,
    impersonator_name: Option<String>,
    provider: Option<String>,
    token_hash: String,
    expires_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    address: String,
    user_agent: String,
    last_used_time: Option<DateTime<Utc>>,
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
