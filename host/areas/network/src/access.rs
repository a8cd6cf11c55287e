//! Permissions and the feature of head ports and zones.

use data::{Feature, Permission, Result, Scope};

/// Declared with the permissions of jobs, like the others here.
pub const ZONES: Permission = Permission::staff("Pages.Job.Zones", "Zones").with_place(2);

/// Needed to find head ports by the search.
pub(crate) const JOBS: Permission = Permission::anyone("Pages.Job", "Jobs").with_place(30);

pub(crate) const FEATURE: Feature = Feature::enabled_by_default(
    20,
    "Job.Enabled",
    "Jobs",
    "Jobs, allocation, line haul and routing.",
);

/// Rejects customers' users: the network is the tenant's own.
pub(crate) fn check_reader(scope: &Scope) -> Result<()> {
    match scope.caller.customer() {
        Some(_) => scope.require(ZONES),
        None => Ok(()),
    }
}
