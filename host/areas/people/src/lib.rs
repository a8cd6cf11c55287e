//! People: a tenant's users, what their roles let them do, and the organisation units that they belong to.
//!
//! Words: a *user* is a person of one tenant, staff or a customer's; a *role* is a named set of permissions; a user's
//! own *permissions* are given or taken beside the roles. An *organisation unit* is a place in the tenant's own order of
//! its people; it gives no permission. An *account* is a user as sign-in knows it.
//!
//! Imports go from identity to people: sign-in cannot do without users and what they may do, while a list of users could
//! do without sign-in. What people need of sign-in all the same (passwords, sessions, second steps, keys) they ask
//! through the port [`SignIn`].
//!
//! Invariants: nobody gives, by a role or a user, what they do not hold themselves, and a tenant keeps an administrator.
//! A customer's administrator manages that customer's users and roles and knows of no others. A deleted user's row stays
//! for history and lets nobody in. A customer's user never holds a permission that is not for customers, whatever the
//! roles say.

pub mod access;
mod events;
mod model;
mod port;
mod routes;
mod rules;
mod service;
mod store;

pub use events::{UNITS_DELETED, USER_DELETED};
pub use model::roles::PermissionItem;
pub use model::users::OwnDetails;
pub use port::{Changed, Customers, Means, SignIn};
pub use rules::{
    permissions::{ADMIN, DEFAULT_ROLES},
    pictures::MAX_PICTURE_BYTES,
    users as names,
};
pub use service::{
    accounts::{
        Account, NewAccount, Present, Settings, account, add, add_with_roles, by_email, change_own,
        count_attempt, count_success, customer_of, first_administrator, follow_outside,
        give_default_roles, give_roles, is_active, is_administrator, is_email_confirmed, may,
        named, own_details, present, set_email_confirmed, set_password, settings, uncount_attempt,
        users_of,
    },
    managed::{check_may_change, check_mightier, held, held_items, managed, managed_ids, names_of},
    people::leave::with_customer as leave_with_customer,
    pictures::{Picture, picture, set_picture},
    tenants::{create_tenant, create_tenant_in},
    units::check_unit,
};

pub fn area() -> kernel::Area {
    kernel::Area::new("people")
        .permissions(access::PERMISSIONS)
        .needs::<dyn Customers>()
        .needs::<dyn SignIn>()
        .tag("identity")
        .searched::<model::User>()
        .routes(routes::users::table())
        .routes(routes::roles::table())
        .routes(routes::roles::permissions())
        .routes(routes::units::table())
}
