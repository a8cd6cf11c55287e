//! The permission to correct positions.

use data::Permission;

/// Declared with the permissions of jobs, whose addresses are corrected.
pub(crate) const JOB_EDIT: Permission = Permission::staff("Pages.Job.Edit", "Edit jobs");
