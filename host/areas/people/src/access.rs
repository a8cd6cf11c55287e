//! Permissions of users, roles and units.

use data::Permission;

pub const USERS: Permission =
    Permission::anyone("Pages.Administration.Users", "Users").with_place(10);
pub const USERS_CREATE: Permission =
    Permission::anyone("Pages.Administration.Users.Create", "Create users");
pub const USERS_EDIT: Permission =
    Permission::anyone("Pages.Administration.Users.Edit", "Edit users");
pub const USERS_DELETE: Permission =
    Permission::anyone("Pages.Administration.Users.Delete", "Delete users");
pub const USERS_CHANGE_PERMISSIONS: Permission = Permission::anyone(
    "Pages.Administration.Users.ChangePermissions",
    "Change users' permissions",
);
pub const USERS_IMPERSONATION: Permission = Permission::staff(
    "Pages.Administration.Users.Impersonation",
    "Sign in as another user",
);
pub const USERS_UNLOCK: Permission =
    Permission::anyone("Pages.Administration.Users.Unlock", "Unlock users");
pub const ROLES: Permission =
    Permission::anyone("Pages.Administration.Roles", "Roles").with_place(20);
pub const ROLES_CREATE: Permission =
    Permission::anyone("Pages.Administration.Roles.Create", "Create roles");
pub const ROLES_EDIT: Permission =
    Permission::anyone("Pages.Administration.Roles.Edit", "Edit roles");
pub const ROLES_DELETE: Permission =
    Permission::anyone("Pages.Administration.Roles.Delete", "Delete roles");
pub const UNITS: Permission = Permission::staff(
    "Pages.Administration.OrganizationUnits",
    "Organisation units",
)
.with_place(40);
pub const UNITS_TREE: Permission = Permission::staff(
    "Pages.Administration.OrganizationUnits.ManageOrganizationTree",
    "Manage the unit tree",
);
pub const UNITS_MEMBERS: Permission = Permission::staff(
    "Pages.Administration.OrganizationUnits.ManageMembers",
    "Manage members",
);

pub(crate) const PERMISSIONS: &[Permission] = &[
    USERS,
    USERS_CREATE,
    USERS_EDIT,
    USERS_DELETE,
    USERS_CHANGE_PERMISSIONS,
    USERS_IMPERSONATION,
    USERS_UNLOCK,
    ROLES,
    ROLES_CREATE,
    ROLES_EDIT,
    ROLES_DELETE,
    UNITS,
    UNITS_TREE,
    UNITS_MEMBERS,
    Permission::staff(
        "Pages.Administration.OrganizationUnits.ManageRoles",
        "Manage the units' roles",
    ),
];
