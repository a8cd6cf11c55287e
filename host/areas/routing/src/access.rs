//! The permission and the feature of route planning.

use data::{Feature, Permission};

/// Declared with the permissions of jobs, like the others there.
pub const PLANNING: Permission = Permission::staff("Pages.Job.Routing", "Plan routes");

pub(crate) const FEATURE: Feature = Feature::enabled_by_default(
    25,
    "Routing.Enabled",
    "Routing",
    "Planning routes of vehicles.",
);
