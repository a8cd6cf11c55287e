//! Permissions of tenancy.

use data::Permission;

pub const TENANT_DASHBOARD: Permission = Permission::staff("Pages.Tenant.Dashboard", "Dashboard");
pub const ADMINISTRATION: Permission =
    Permission::anyone("Pages.Administration", "Administration").with_place(140);
pub const TENANT_SETTINGS: Permission =
    Permission::staff("Pages.Administration.Tenant.Settings", "Settings");
pub const TENANTS: Permission = Permission::platform("Pages.Tenants", "Tenants").with_place(150);
pub const TENANTS_CREATE: Permission =
    Permission::platform("Pages.Tenants.Create", "Create tenants");
pub const TENANTS_EDIT: Permission = Permission::platform("Pages.Tenants.Edit", "Edit tenants");
pub const TENANTS_CHANGE_FEATURES: Permission =
    Permission::platform("Pages.Tenants.ChangeFeatures", "Change tenants' features");
pub const TENANTS_DELETE: Permission =
    Permission::platform("Pages.Tenants.Delete", "Delete tenants");
pub const TENANTS_IMPERSONATION: Permission =
    Permission::platform("Pages.Tenants.Impersonation", "Enter a tenant");
pub const TENANTS_JOBS: Permission = Permission::platform("Pages.Tenants.Jobs", "Background jobs");

pub(crate) const PERMISSIONS: &[Permission] = &[
    Permission::staff("Pages.Tenant", "Tenant").with_place(10),
    TENANT_DASHBOARD,
    ADMINISTRATION,
    Permission::staff("Pages.Administration.Tenant", "Tenant").with_place(70),
    TENANT_SETTINGS,
    TENANTS,
    TENANTS_CREATE,
    TENANTS_EDIT,
    TENANTS_CHANGE_FEATURES,
    TENANTS_DELETE,
    TENANTS_IMPERSONATION,
    TENANTS_JOBS,
];
