//! Permissions of the ledger, and the feature of finance.

use kernel::{Feature, Permission};

pub const LEDGER: Permission = Permission::staff("Pages.Finance.Ledger", "Ledger");

pub const LEDGER_LOCK: Permission = Permission::staff(
    "Pages.Finance.Ledger.Lock",
    "Lock periods and set account codes",
);

pub const PERMISSIONS: &[Permission] = &[LEDGER, LEDGER_LOCK];

pub const FINANCE: Feature = Feature::enabled_by_default(
    40,
    "Finance.Enabled",
    "Finance",
    "Invoices, payments, credit notes and statements.",
);

pub const FEATURES: &[Feature] = &[FINANCE];
