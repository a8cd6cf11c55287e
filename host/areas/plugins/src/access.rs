//! Permissions and features of plugins.

use data::{Feature, Permission};

pub const REPORTS: Permission = Permission::staff("Pages.Reports", "Reports").with_place(120);
pub const REPORTS_RUN: Permission = Permission::staff("Pages.Reports.Run", "Run reports");
pub const PLUGINS: Permission = Permission::staff("Pages.Plugins", "Plugins").with_place(130);
pub const PLUGINS_ENABLE: Permission = Permission::staff("Pages.Plugins.Enable", "Enable plugins");
pub const PLUGINS_CONFIGURE: Permission =
    Permission::staff("Pages.Plugins.Configure", "Configure plugins");
pub const PLUGINS_INSTALL: Permission =
    Permission::platform("Pages.Plugins.Install", "Install plugins");

pub(crate) const PERMISSIONS: &[Permission] = &[
    REPORTS,
    REPORTS_RUN,
    PLUGINS,
    PLUGINS_ENABLE,
    PLUGINS_CONFIGURE,
    PLUGINS_INSTALL,
];

pub(crate) const FEATURES: &[Feature] = &[Feature::enabled_by_default(
    120,
    "Reports.Enabled",
    "Reports",
    "Running reports.",
)];
