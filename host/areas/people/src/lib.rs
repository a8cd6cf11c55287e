//! People: a tenant's users, roles, permissions and organisation units.
//!
//! Terms:
//! - *user*: a person of one tenant, its employee or a customer's.
//! - *role*: a named set of permissions. A user's own permissions are granted or revoked in
//!   addition to the roles.
//! - *organisation unit*: a node of the tenant's tree of users; it grants no permission.
//! - *account*: a user as sign-in sees it.
//!
//! Identity imports people, not the reverse. Operations of sign-in (passwords, sessions, second
//! steps, keys) are called through the port [`SignIn`].
//!
//! Invariants:
//! - A caller can't grant permissions that the caller lacks, and a tenant keeps an administrator.
//! - A customer's administrator sees and manages only that customer's users and roles.
//! - A deleted user is soft-deleted for history and can't sign in.
//! - A customer's user never has a permission that is not for customers, whatever the roles grant.

pub mod access;
mod accounts;
mod events;
mod model;
mod permissions;
mod pictures;
mod port;
mod roles;
mod sign_in_changes;
mod tenants;
mod units;
mod users;

pub use crate::events::{UNITS_DELETED, USER_DELETED};
pub use crate::port::{AccountChange, Customers, SignIn, SignInMethods};
pub use crate::roles::model::PermissionItem;
pub use crate::users::model::OwnDetails;
pub use crate::{
    accounts::{
        Account, NewAccount, SessionUser, Settings, StaffMember, account, add, add_with_roles,
        assign_default_roles, assign_roles, count_attempt, count_success, customer_of,
        find_by_email, find_by_name, first_administrator, is_active, is_administrator,
        is_email_confirmed, load_permissions, load_session_user, load_staff_with, own_details,
        save_own_details, set_email_confirmed, set_password, settings, uncount_attempt,
        update_from_provider, users_of,
    },
    pictures::service::{Picture, picture, set_picture},
    sign_in_changes::{guid_of, set_active, set_address},
    tenants::{create_tenant, create_tenant_in},
    units::service::check_unit,
    users::{
        delete::delete_with_customer as leave_with_customer,
        managed::{
            check_may_change, check_not_exceeding, find_managed, managed_ids,
            managed_permission_items, managed_permissions, names_of,
        },
    },
};
pub use crate::{
    permissions::rules::{ADMIN, DEFAULT_ROLES},
    pictures::rules::MAX_PICTURE_BYTES,
    users::rules as names,
};

pub fn area() -> web::Area {
    web::Area::new("people")
        .permissions(crate::access::PERMISSIONS)
        .needs::<dyn Customers>()
        .needs::<dyn SignIn>()
        .tag("identity")
        .searchable::<crate::model::User>()
        .routes(crate::users::routes::table())
        .routes(crate::roles::routes::table())
        .routes(crate::roles::routes::permissions())
        .routes(crate::units::routes::table())
}
