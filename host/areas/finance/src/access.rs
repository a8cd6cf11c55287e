//! The permissions of finance, and the feature that its calls need.

use kernel::{Feature, Permission};

pub const INVOICES: Permission = Permission::anyone("Pages.Finance.Invoices", "Invoices");
pub const INVOICES_CREATE: Permission =
    Permission::staff("Pages.Finance.Invoices.Create", "Create invoices");

pub const PAYMENTS: Permission = Permission::anyone("Pages.Finance.Payments", "Payments");
pub const PAYMENTS_CREATE: Permission =
    Permission::anyone("Pages.Finance.Payments.Create", "Create payments");

/// What has come in is written down by those who are paid.
pub const REMITTANCE: Permission = Permission::staff("Pages.Finance.Remittance", "Remittances");

pub const CREDIT_NOTES: Permission =
    Permission::anyone("Pages.Finance.CreditNotes", "Credit notes");
pub const CREDIT_NOTES_PROCESS: Permission =
    Permission::staff("Pages.Finance.CreditNotes.Process", "Process credit notes");

/// Whoever sets fees sees what arises of them.
pub const FEES: Permission = Permission::staff("Pages.Finance.Fees", "Fees");

pub const STATEMENTS: Permission = Permission::anyone("Pages.Finance.Statements", "Statements");

pub const LEDGER: Permission = Permission::staff("Pages.Finance.Ledger", "Ledger");
pub const LEDGER_LOCK: Permission = Permission::staff(
    "Pages.Finance.Ledger.Lock",
    "Lock periods and set account codes",
);

/// Reminders, number series, thresholds: what holds for all documents.
pub const SETTINGS: Permission = Permission::staff("Pages.Finance.Settings", "Finance settings");

/// Those without a call yet can be given already: tenants keep what they gave.
pub(crate) const PERMISSIONS: &[Permission] = &[
    Permission::anyone("Pages.Finance", "Finance").at(50),
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

pub const FINANCE: Feature = Feature::on(
    40,
    "Finance.Enabled",
    "Finance",
    "Invoices, payments, credit notes and statements.",
);

pub(crate) const FEATURES: &[Feature] = &[FINANCE];
