//! What the calls about users and their permissions take and answer.

use chrono::{DateTime, Utc};
use garde::Validate;
use kernel::{
    Change, Form,
    case::Patch,
    ids::{ApiKeyId, CustomerId, FileId, OrganizationUnitId, RoleId, UserId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{User, UserProfile, roles::PermissionItem, units::UnitItem};
use crate::rules::users::{
    MAX_NAME_LENGTH, MAX_PHONE_LENGTH, MAX_USER_NAME_LENGTH, address, culture, in_one_line,
    without_blanks, zone,
};

/// What lists and forms tell of a user.
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
    /// Whether failed attempts keep the user out at the moment.
    pub is_locked: bool,
    /// Whether a second step is asked of the user at sign-in.
    pub is_two_factor_enabled: bool,
    pub should_change_password_on_next_login: bool,
    pub customer_id: Option<CustomerId>,
    pub customer_name: Option<String>,
    /// The id of the newest API key.
    pub api_key: Option<ApiKeyId>,
    pub last_login_time: Option<DateTime<Utc>>,
}

/// A user of a list.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserItem {
    pub id: UserId,
    pub user_guid: Uuid,
    #[serde(flatten)]
    pub facts: UserFacts,
    pub profile_picture_id: Option<FileId>,
    pub roles: Vec<UserItemRole>,
    /// The ids of all API keys.
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
    /// Only users who have this role, by its id or its name.
    pub role: Option<String>,
    /// Only users who hold this permission, by its full name.
    pub permission: Option<String>,
}

/// The same for the users of one customer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfCustomer {
    pub customer_id: CustomerId,
}

/// What an export asks for beside the list's filter and sorting.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportQuestion {
    pub role: Option<String>,
    pub permission: Option<String>,
    pub customer_id: Option<CustomerId>,
}

/// Left out or 0: a form for a new one.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserToEdit {
    pub id: Option<UserId>,
    /// Whose user the new one will be.
    pub customer_id: Option<CustomerId>,
}

/// A user with all that its form shows.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserForEdit {
    pub profile_picture_id: Option<FileId>,
    /// IANA name; null for the tenant's own zone.
    pub timezone: Option<String>,
    pub user: EditedUser,
    /// The roles that this user can have.
    pub roles: Vec<AssignedRole>,
    #[serde(rename = "allOrganizationUnits")]
    pub all_units: Vec<UnitItem>,
    /// The codes of the units that the user belongs to.
    #[serde(rename = "memberedOrganizationUnits")]
    pub membered_units: Vec<String>,
}

/// A user of a form.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditedUser {
    /// Null in a form for a new one.
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

/// What `createorupdateuser` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveUser {
    pub user: Change<UserInput>,
    /// All roles that the user shall have, by name; unchanged when left out.
    pub assigned_role_names: Option<Vec<String>>,
    /// Mails a link with which the user confirms the address and chooses a password.
    #[serde(default)]
    pub send_activation_email: bool,
    /// Takes the password away: the user chooses a new one by mail.
    #[serde(default)]
    pub set_random_password: bool,
    #[serde(default)]
    pub profile_picture_id: Patch<FileId>,
    /// IANA name; null for the tenant's own zone.
    #[serde(default)]
    pub timezone: Patch<String>,
    /// All units that the user shall belong to; unchanged when left out.
    pub organization_units: Option<Vec<OrganizationUnitId>>,
}

/// A user as a form sends it: what is left out has its default when new and stays as it is otherwise.
#[derive(Debug, Clone, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[garde(allow_unvalidated)]
pub(crate) struct UserInput {
    /// 0 or left out for a new one.
    pub id: Option<UserId>,
    pub row_version: Option<i64>,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH), custom(in_one_line))]
    pub name: String,
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(in_one_line))]
    #[serde(deserialize_with = "kernel::case::null_is_default")]
    pub surname: String,
    #[garde(length(chars, min = 1, max = MAX_USER_NAME_LENGTH), custom(without_blanks))]
    pub user_name: String,
    #[garde(length(chars, min = 1, max = MAX_USER_NAME_LENGTH), custom(address))]
    pub email_address: String,
    #[garde(length(chars, max = MAX_PHONE_LENGTH), custom(in_one_line))]
    #[serde(deserialize_with = "kernel::case::null_is_default")]
    pub phone_number: String,
    pub password: Option<String>,
    pub is_active: bool,
    pub is_driver: bool,
    pub is_lockout_enabled: bool,
    pub should_change_password_on_next_login: bool,
    /// True: codes by mail, unless the user has an authenticator. False: everything is taken away, for who has lost it.
    pub is_two_factor_enabled: Option<bool>,
    /// Makes a new user a customer's; can't be changed later.
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

/// What a user may do, as the form shows it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserPermissions {
    pub row_version: i64,
    /// All that the user could hold.
    pub permissions: Vec<PermissionItem>,
    /// What the roles alone give.
    pub role_permission_names: Vec<String>,
    /// All that the user holds, by roles or beside them.
    pub granted_permission_names: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaveUserPermissions {
    pub id: UserId,
    pub row_version: Option<i64>,
    /// All that the user shall hold.
    pub granted_permission_names: Vec<String>,
}

/// What users change of themselves: what is left out stays as it is.
#[derive(Clone, Default, Deserialize, JsonSchema, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "UpdateProfile")]
#[garde(allow_unvalidated)]
pub struct OwnDetails {
    /// What `getprofile` told; a profile that was changed since is not overwritten.
    pub row_version: Option<i64>,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH), custom(in_one_line))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub name: String,
    #[garde(length(chars, max = MAX_NAME_LENGTH), custom(in_one_line))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub surname: String,
    #[garde(length(chars, min = 1, max = MAX_USER_NAME_LENGTH), custom(address))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub email_address: String,
    #[garde(length(chars, max = MAX_PHONE_LENGTH), custom(in_one_line))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub phone_number: String,
    /// IANA name; null for the tenant's own zone.
    #[garde(custom(zone))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub timezone: Option<String>,
    /// Null for the browser's.
    #[garde(custom(culture))]
    #[serde(deserialize_with = "kernel::case::text")]
    pub language: Option<String>,
    /// Needed when the e-mail address is another one.
    pub current_password: Option<String>,
}

impl OwnDetails {
    pub(crate) fn of(user: &User, profile: &UserProfile) -> Self {
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
