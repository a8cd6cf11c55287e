//! Permissions and the feature of jobs.

use data::{Feature, Permission};

pub const JOB: Permission = Permission::anyone("Pages.Job", "Jobs").with_place(30);
pub const JOB_CREATE: Permission = Permission::staff("Pages.Job.Create", "Create jobs");
pub const JOB_EDIT: Permission = Permission::staff("Pages.Job.Edit", "Edit jobs");
pub const JOB_DELETE: Permission = Permission::staff("Pages.Job.Delete", "Delete jobs");
pub const JOB_ALLOCATE: Permission = Permission::staff("Pages.Job.Allocate", "Allocate jobs");
pub const JOB_EDIT_CHARGES: Permission = Permission::staff("Pages.Job.EditCharges", "Edit charges");
pub const JOB_ROUTING: Permission = Permission::staff("Pages.Job.Routing", "Plan routes");
/// The calls for zones are those of `network`. Listed after the permission of line haul.
pub const JOB_ZONES: Permission = Permission::staff("Pages.Job.Zones", "Zones").with_place(2);
/// Declared by the warehouse; its staff scan jobs too.
pub(crate) const WAREHOUSE_SCAN: Permission = Permission::staff("Pages.Warehouse.Scan", "Scan");

pub(crate) const PERMISSIONS: &[Permission] = &[
    JOB,
    JOB_CREATE,
    JOB_EDIT,
    JOB_DELETE,
    JOB_ALLOCATE,
    JOB_EDIT_CHARGES,
    JOB_ROUTING,
    JOB_ZONES,
];

pub const JOBS: Feature = Feature::enabled_by_default(
    20,
    "Job.Enabled",
    "Jobs",
    "Jobs, allocation, line haul and routing.",
);

pub(crate) const FEATURES: &[Feature] = &[JOBS];
