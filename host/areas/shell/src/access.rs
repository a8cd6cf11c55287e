//! The permissions of shell.

use kernel::Permission;

pub const SIDEBAR_LINKS: Permission =
    Permission::staff("Pages.Administration.SidebarLinks", "Sidebar links").at(100);
pub const VIEW_CONFIGURATIONS: Permission = Permission::staff(
    "Pages.Administration.ViewConfigurations",
    "View configurations",
)
.at(110);

pub(crate) const PERMISSIONS: &[Permission] = &[SIDEBAR_LINKS, VIEW_CONFIGURATIONS];
