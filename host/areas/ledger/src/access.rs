//! Permissions and the feature of finance.

use data::{Feature, Permission};

pub const INVOICES: Permission = Permission::anyone("Pages.Finance.Invoices", "Invoices");
pub const INVOICES_CREATE: Permission =
    Permission::staff("Pages.Finance.Invoices.Create", "Create invoices");

pub const PAYMENTS: Permission = Permission::anyone("Pages.Finance.Payments", "Payments");
pub const PAYMENTS_CREATE: Permission =
    Permission::anyone("Pages.Finance.Payments.Create", "Create payments");

/// Receipts are recorded by staff only.
pub const REMITTANCE: Permission = Permission::staff("Pages.Finance.Remittance", "Remittances");

pub const CREDIT_NOTES: Permission =
    Permission::anyone("Pages.Finance.CreditNotes", "Credit notes");
pub const CREDIT_NOTES_PROCESS: Permission =
    Permission::staff("Pages.Finance.CreditNotes.Process", "Process credit notes");

/// Also grants the entries that fees create.
pub const FEES: Permission = Permission::staff("Pages.Finance.Fees", "Fees");

pub const STATEMENTS: Permission = Permission::anyone("Pages.Finance.Statements", "Statements");

pub const LEDGER: Permission = Permission::staff("Pages.Finance.Ledger", "Ledger");
pub const LEDGER_LOCK: Permission = Permission::staff(
    "Pages.Finance.Ledger.Lock",
    "Lock periods and set account codes",
);

/// Dunning, number series and thresholds.
pub const SETTINGS: Permission = Permission::staff("Pages.Finance.Settings", "Finance settings");

/// Includes permissions without a call: tenants keep their grants.
pub(crate) const PERMISSIONS: &[Permission] = &[
    Permission::anyone("Pages.Finance", "Finance").with_place(50),
    INVOICES,
    INVOICES_CREATE,
    PAYMENTS,
    PAYMENTS_CREATE,
    REMITTANCE,
    CREDIT_NOTES,
    CREDIT_NOTES_PROCESS,
    FEES,
    STATEMENTS,
    LEDGER,
    LEDGER_LOCK,
    SETTINGS,
];

pub const FINANCE: Feature = Feature::enabled_by_default(
    40,
    "Finance.Enabled",
    "Finance",
    "Invoices, payments, credit notes and statements.",
);

pub(crate) const FEATURES: &[Feature] = &[FINANCE];
