//! Permissions and the feature of drivers.

use data::{Feature, Permission};

pub const DRIVER: Permission = Permission::staff("Pages.Driver", "Drivers").with_place(40);
pub const DRIVER_CREATE: Permission = Permission::staff("Pages.Driver.Create", "Create drivers");
pub const DRIVER_EDIT: Permission = Permission::staff("Pages.Driver.Edit", "Edit drivers");
pub const DRIVER_INVITE: Permission = Permission::staff("Pages.Driver.Invite", "Invite drivers");
pub const DRIVER_TRACKING: Permission =
    Permission::staff("Pages.Driver.Tracking", "Follow drivers");
pub const DRIVER_COMPLIANCE: Permission =
    Permission::staff("Pages.Driver.Compliance", "Driver compliance");

pub(crate) const PERMISSIONS: &[Permission] = &[
    DRIVER,
    DRIVER_CREATE,
    DRIVER_EDIT,
    DRIVER_INVITE,
    DRIVER_TRACKING,
    DRIVER_COMPLIANCE,
];

pub const DRIVERS: Feature = Feature::enabled_by_default(
    30,
    "Driver.Enabled",
    "Drivers",
    "Drivers, their vehicles and their compliance.",
);

pub(crate) const FEATURES: &[Feature] = &[DRIVERS];
