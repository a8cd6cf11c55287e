//! Inputs and responses of the calls on users and their permissions.

use chrono::{DateTime, Utc};
use data::{
    Change, Form,
    case::Patch,
    ids::{ApiKeyId, CustomerId, FileId, OrganizationUnitId, RoleId, UserId},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::users::rules::{
    MAX_NAME_LENGTH, MAX_PHONE_LENGTH, MAX_USER_NAME_LENGTH, address, culture, in_one_line,
    without_blanks, zone,
};
use crate::{
    model::{User, UserProfile},
    roles::model::PermissionItem,
    units::model::UnitItem,
};

/// Fields shared by lists and forms of users.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserFacts {
    pub row_version: i64,
    pub name: String,
    pub surname: String,
    pub user_name: String,
    pub email_address: String,
    pub phone_number: String,
    pub is_active: bool,
    pub is_driver: bool,
    pub is_lockout_enabled: bool,
    /// True while the user is locked out after failed attempts.
    pub is_locked: bool,
    /// True if the user must pass a second step at sign-in.
    pub is_two_factor_enabled: bool,
    pub should_change_password_on_next_login: bool,
    pub customer_id: Option<CustomerId>,
    pub customer_name: Option<String>,
    /// Id of the newest API key.
    pub api_key: Option<ApiKeyId>,
    pub last_login_time: Option<DateTime<Utc>>,
}

/// A user in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserItem {
    pub id: UserId,
    pub user_guid: Uuid,
    #[serde(flatten)]
    pub facts: UserFacts,
    pub profile_picture_id: Option<FileId>,
    pub roles: Vec<UserItemRole>,
    /// Ids of all API keys.
    pub api_keys: Vec<ApiKeyId>,
    pub creation_time: DateTime<Utc>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserItemRole {
    pub role_id: RoleId,
    pub role_name: String,
    pub display_name: String,
}

#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UsersQuestion {
    /// Only users with this role, by id or name.
    pub role: Option<String>,
    /// Only users with this permission, by full name.
    pub permission: Option<String>,
}

/// The same for one customer's users.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfCustomer {
    pub customer_id: CustomerId,
}

/// Filters of an export besides the list's own.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportQuestion {
    pub role: Option<String>,
    pub permission: Option<String>,
    pub customer_id: Option<CustomerId>,
}

/// Omitted or 0: the form of a new one.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserToEdit {
    pub id: Option<UserId>,
    /// Customer of the new user.
    pub customer_id: Option<CustomerId>,
}

/// Content of the user form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserForEdit {
    pub profile_picture_id: Option<FileId>,
    /// IANA name. Null for the tenant's time zone.
    pub timezone: Option<String>,
    pub user: EditedUser,
    /// Roles that this user can have.
    pub roles: Vec<AssignedRole>,
    #[serde(rename = "allOrganizationUnits")]
    pub all_units: Vec<UnitItem>,
    /// Codes of the user's units.
    #[serde(rename = "memberedOrganizationUnits")]
    pub membered_units: Vec<String>,
}

/// A user in a form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditedUser {
    /// Null in the form of a new one.
    pub id: Option<UserId>,
    pub user_guid: Option<Uuid>,
    pub creation_time: Option<DateTime<Utc>>,
    #[serde(flatten)]
    pub facts: UserFacts,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssignedRole {
    pub role_id: RoleId,
    pub role_name: String,
    pub role_display_name: String,
    pub is_assigned: bool,
    pub is_default: bool,
}

/// Input of `createorupdateuser`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveUser {
    pub user: Change<UserInput>,
    /// The complete list of the user's roles, by name. Omitted: unchanged.
    pub assigned_role_names: Option<Vec<String>>,
    /// Mails a link for confirming the address and choosing a password.
    #[serde(default)]
    pub send_activation_email: bool,
    /// Removes the password: the user chooses a new one by email.
    #[serde(default)]
    pub set_random_password: bool,
    #[serde(default)]
    pub profile_picture_id: Patch<FileId>,
    /// IANA name. Null for the tenant's time zone.
    #[serde(default)]
    pub timezone: Patch<String>,
    /// The complete list of the user's units. Omitted: unchanged.
    pub organization_units: Option<Vec<OrganizationUnitId>>,
}

/// Input of the user form. An omitted field has its default for a new user and is unchanged
/// otherwise.
#[data::wire]
#[derive(Debug, Clone, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct UserInput {
    /// 0 or omitted for a new one.
    pub id: Option<UserId>,
    pub row_version: Option<i64>,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH), custom(in_one_line))]
    pub name: String,
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(in_one_line))]
    #[wire(null)]
    pub surname: String,
    #[garde(length(chars, min = 1, max = MAX_USER_NAME_LENGTH), custom(without_blanks))]
    pub user_name: String,
    #[garde(length(chars, min = 1, max = MAX_USER_NAME_LENGTH), custom(address))]
    pub email_address: String,
    #[garde(length(chars, max = MAX_PHONE_LENGTH), custom(in_one_line))]
    #[wire(null)]
    pub phone_number: String,
    pub password: Option<String>,
    pub is_active: bool,
    pub is_driver: bool,
    pub is_lockout_enabled: bool,
    pub should_change_password_on_next_login: bool,
    /// True: codes by email, unless the user has an authenticator. False: removes every second
    /// step, for a lost device.
    pub is_two_factor_enabled: Option<bool>,
    /// Makes a new user a customer's. Immutable.
    pub customer_id: Option<CustomerId>,
}

impl Default for UserInput {
    fn default() -> Self {
        Self {
            id: None,
            row_version: None,
            name: String::new(),
            surname: String::new(),
            user_name: String::new(),
            email_address: String::new(),
            phone_number: String::new(),
            password: None,
            is_active: true,
            is_driver: false,
            is_lockout_enabled: true,
            should_change_password_on_next_login: false,
            is_two_factor_enabled: None,
            customer_id: None,
        }
    }
}

impl From<&User> for UserInput {
    fn from(user: &User) -> Self {
        Self {
            id: Some(user.id),
            row_version: Some(user.row_version),
            name: user.name.clone(),
            surname: user.surname.clone(),
            user_name: user.user_name.clone(),
            email_address: user.email_address.clone(),
            phone_number: user.phone_number.clone(),
            password: None,
            is_active: user.is_active,
            is_driver: user.is_driver,
            is_lockout_enabled: user.is_lockout_enabled,
            should_change_password_on_next_login: user.should_change_password,
            is_two_factor_enabled: None,
            customer_id: user.customer_id,
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SavedUser {
    pub id: UserId,
    pub user: EditedUser,
}

/// A user's permissions in the form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserPermissions {
    pub row_version: i64,
    /// Permissions that the user can have.
    pub permissions: Vec<PermissionItem>,
    /// Permissions granted by the roles alone.
    pub role_permission_names: Vec<String>,
    /// The user's effective permissions.
    pub granted_permission_names: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveUserPermissions {
    pub id: UserId,
    pub row_version: Option<i64>,
    /// The complete set of the user's permissions.
    pub granted_permission_names: Vec<String>,
}

/// A user's changes to the own profile. An omitted field is unchanged.
#[data::wire(trim)]
#[derive(Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "UpdateProfile")]
#[garde(allow_unvalidated)]
pub struct OwnDetails {
    /// Row version from `getprofile`; a profile changed since then is not overwritten.
    pub row_version: Option<i64>,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH), custom(in_one_line))]
    pub name: String,
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(in_one_line))]
    pub surname: String,
    #[garde(length(chars, min = 1, max = MAX_USER_NAME_LENGTH), custom(address))]
    pub email_address: String,
    #[garde(length(chars, max = MAX_PHONE_LENGTH), custom(in_one_line))]
    pub phone_number: String,
    /// IANA name. Null for the tenant's time zone.
    #[garde(custom(zone))]
    pub timezone: Option<String>,
    /// Null for the browser's.
    #[garde(custom(culture))]
    pub language: Option<String>,
    /// Required for a change of the email address.
    #[wire(verbatim)]
    pub current_password: Option<String>,
}

impl OwnDetails {
    pub(crate) fn from_user(user: &User, profile: &UserProfile) -> Self {
        Self {
            row_version: Some(user.row_version),
            name: user.name.clone(),
            surname: user.surname.clone(),
            email_address: user.email_address.clone(),
            phone_number: user.phone_number.clone(),
            timezone: profile.timezone.clone(),
            language: profile.language.clone(),
            current_password: None,
        }
    }
}
