//! Permissions of invoices, credit notes, fees and finance settings.

use kernel::Permission;

pub use ledger::access::FINANCE;

pub const INVOICES: Permission = Permission::anyone("Pages.Finance.Invoices", "Invoices");

pub const INVOICES_CREATE: Permission =
    Permission::staff("Pages.Finance.Invoices.Create", "Create invoices");

pub const PAYMENTS: Permission = Permission::anyone("Pages.Finance.Payments", "Payments");

pub const CREDIT_NOTES: Permission =
    Permission::anyone("Pages.Finance.CreditNotes", "Credit notes");

pub const CREDIT_NOTES_PROCESS: Permission =
    Permission::staff("Pages.Finance.CreditNotes.Process", "Process credit notes");

/// Also grants the entries that fees create.
pub const FEES: Permission = Permission::staff("Pages.Finance.Fees", "Fees");

/// Dunning, number series and thresholds.
pub const SETTINGS: Permission = Permission::staff("Pages.Finance.Settings", "Finance settings");

pub const PERMISSIONS: &[Permission] = &[
    Permission::anyone("Pages.Finance", "Finance").with_place(50),
    INVOICES,
    INVOICES_CREATE,
    PAYMENTS,
    CREDIT_NOTES,
    CREDIT_NOTES_PROCESS,
    FEES,
    SETTINGS,
];
