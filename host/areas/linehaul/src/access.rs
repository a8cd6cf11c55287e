//! The permission of line haul. Its feature is that of jobs.

use data::Permission;

/// Listed with the permissions of jobs.
pub const LINE_HAUL: Permission =
    Permission::staff("Pages.Job.LineHaul", "Line haul").with_place(1);

pub(crate) const PERMISSIONS: &[Permission] = &[LINE_HAUL];
