//! Stored users, profiles and roles, and the models of the calls.

use chrono::{DateTime, Utc};
use data::{
    New, NewRecord, Record,
    ids::{CustomerId, DriverId, FileId, RoleId, UserId},
};
use uuid::Uuid;

/// A person of one tenant.
#[derive(Debug, Clone, Default, Record)]
#[record(
    table = "users",
    name = "The user",
    searched = 3,
    also(name = "fullName", sql = "TRIM(name || ' ' || surname)", ty = Text, searched = "name surname")
)]
pub(crate) struct User {
    pub id: UserId,
    pub row_version: i64,
    #[record(listed)]
    pub user_guid: Uuid,
    #[record(listed, searched)]
    pub name: String,
    #[record(listed, searched)]
    pub surname: String,
    #[record(listed, searched)]
    pub user_name: String,
    pub user_name_key: String,
    #[record(listed, searched)]
    pub email_address: String,
    pub email_key: String,
    #[record(listed, searched)]
    pub phone_number: String,
    #[record(secret)]
    pub password_hash: Option<String>,
    #[record(listed)]
    pub is_active: bool,
    #[record(listed, customer)]
    pub customer_id: Option<CustomerId>,
    #[record(listed)]
    pub is_driver: bool,
    /// Set by the driver's record; the user sees only its rows.
    #[record(listed)]
    pub driver_id: Option<DriverId>,
    #[record(listed)]
    pub is_lockout_enabled: bool,
    pub access_failed_count: i64,
    #[record(listed)]
    pub lockout_end: Option<DateTime<Utc>>,
    #[record(filtered)]
    pub last_login_time: Option<DateTime<Utc>>,
    #[record(recorded, name = "shouldChangePasswordOnNextLogin")]
    pub should_change_password: bool,
    #[record(recorded)]
    pub profile_picture_id: Option<FileId>,
    /// Set when the user is soft-deleted; history still shows the name.
    #[record(recorded)]
    pub deletion_time: Option<DateTime<Utc>>,
    #[record(listed)]
    pub creation_time: DateTime<Utc>,
}

/// A named set of permissions.
#[derive(Debug, Clone, Record)]
#[record(table = "roles", name = "The role", open)]
pub(crate) struct Role {
    pub id: RoleId,
    pub row_version: i64,
    pub name: String,
    pub display_name: String,
    #[record(customer)]
    pub customer_id: Option<CustomerId>,
    pub is_static: bool,
    pub is_default: bool,
    pub creation_time: DateTime<Utc>,
}

/// One permission of a role.
#[derive(Debug, Clone, Record)]
#[record(table = "role_permissions", name = "The role's permission", unrecorded)]
pub(crate) struct RolePermission {
    pub id: i64,
    pub row_version: i64,
    pub role_id: RoleId,
    pub name: String,
}

/// One role of a user.
#[derive(Debug, Clone, Record)]
#[record(table = "user_roles", name = "The user's role", unrecorded)]
pub(crate) struct UserRole {
    pub id: i64,
    pub row_version: i64,
    pub user_id: UserId,
    pub role_id: RoleId,
}

/// A user's optional settings.
#[derive(Debug, Clone, Record)]
#[record(table = "user_profiles", name = "The profile", open)]
pub(crate) struct UserProfile {
    pub id: i64,
    pub row_version: i64,
    #[record(recorded)]
    pub user_id: UserId,
    pub timezone: Option<String>,
    pub language: Option<String>,
    pub is_email_confirmed: bool,
}

impl UserProfile {
    /// Returns the defaults for a user without a row.
    pub fn default_for(user_id: UserId) -> Self {
        New::<Self> {
            user_id,
            timezone: None,
            language: None,
            is_email_confirmed: true,
        }
        .unsaved()
    }
}

#[derive(Debug, Clone, Record)]
#[record(table = "profile_pictures", name = "The picture", unrecorded)]
pub(crate) struct ProfilePicture {
    pub id: FileId,
    pub row_version: i64,
    pub user_id: UserId,
    pub file_key: String,
    pub media_type: String,
    pub creation_time: DateTime<Utc>,
}
