//! Permissions and the feature of webhooks.

use data::{Feature, Permission};

pub const WEBHOOKS: Permission =
    Permission::staff("Pages.Administration.Webhooks", "Webhooks").with_place(60);
pub const WEBHOOKS_EDIT: Permission =
    Permission::staff("Pages.Administration.Webhooks.Edit", "Edit webhooks");

pub(crate) const PERMISSIONS: &[Permission] = &[WEBHOOKS, WEBHOOKS_EDIT];

pub const ENABLED: Feature = Feature::enabled_by_default(
    140,
    "Webhooks.Enabled",
    "Webhooks",
    "Signed messages to other programs when an event occurs.",
);

pub(crate) const FEATURES: &[Feature] = &[ENABLED];
