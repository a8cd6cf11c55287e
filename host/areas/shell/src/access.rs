//! Permissions of the shell.

use data::Permission;

pub const SIDEBAR_LINKS: Permission =
    Permission::staff("Pages.Administration.SidebarLinks", "Sidebar links").with_place(100);
pub const VIEW_CONFIGURATIONS: Permission = Permission::staff(
    "Pages.Administration.ViewConfigurations",
    "View configurations",
)
.with_place(110);

pub(crate) const PERMISSIONS: &[Permission] = &[SIDEBAR_LINKS, VIEW_CONFIGURATIONS];
