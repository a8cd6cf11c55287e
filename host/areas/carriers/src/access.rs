//! Permissions and features of carriers.

use data::{Feature, Permission};

pub const CARRIER: Permission = Permission::staff("Pages.Carrier", "Carriers").with_place(80);
pub const CARRIER_ACCOUNTS: Permission =
    Permission::staff("Pages.Carrier.Accounts", "Carrier accounts");
pub const CARRIER_ACCOUNTS_EDIT: Permission =
    Permission::staff("Pages.Carrier.Accounts.Edit", "Edit carrier accounts");
pub const CARRIER_MAPPING: Permission =
    Permission::staff("Pages.Carrier.Mapping", "Map carrier accounts to customers");
pub const CARRIER_SERVICES: Permission =
    Permission::staff("Pages.Carrier.Services", "Carrier services");

pub(crate) const PERMISSIONS: &[Permission] = &[
    CARRIER,
    CARRIER_ACCOUNTS,
    CARRIER_ACCOUNTS_EDIT,
    CARRIER_MAPPING,
    CARRIER_SERVICES,
];

pub const CARRIERS: Feature = Feature::enabled_by_default(
    70,
    "Carrier.Enabled",
    "Carriers",
    "Carrier accounts and services.",
);

pub(crate) const FEATURES: &[Feature] = &[CARRIERS];
