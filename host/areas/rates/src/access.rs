//! Permissions and features of rates.

use data::{Feature, Permission};

pub const RATES: Permission = Permission::staff("Pages.Rates", "Rates").with_place(90);
pub const RATES_EDIT: Permission = Permission::staff("Pages.Rates.Edit", "Edit rates");

pub const RATES_IMPORT: Permission = Permission::staff("Pages.Rates.Import", "Import rates");

pub(crate) const PERMISSIONS: &[Permission] = &[RATES, RATES_EDIT, RATES_IMPORT];

pub(crate) const FEATURE: Feature = Feature::enabled_by_default(
    80,
    "Rates.Enabled",
    "Rates",
    "Your own rate cards, zones and services.",
);

pub(crate) const FEATURES: &[Feature] = &[FEATURE];
