//! The permissions of finance, and the feature that its calls need.

use kernel::{Feature, Permission};

pub const INVOICES: Permission = Permission::anyone("Pages.Finance.Invoices", "Invoices");
pub const INVOICES_CREATE: Permission = Permission::staff("Pages.Finance.Invoices.Create", "Create invoices");

/// Those without a call yet can be given already: tenants keep what they gave.
pub(crate) const PERMISSIONS: &[Permission] = &[
    Permission::anyone("Pages.Finance", "Finance").at(50),
    INVOICES,
    INVOICES_CREATE,
    Permission::anyone("Pages.Finance.Payments", "Payments"),
    Permission::anyone("Pages.Finance.Payments.Create", "Create payments"),
    Permission::staff("Pages.Finance.Remittance", "Remittances"),
    Permission::anyone("Pages.Finance.CreditNotes", "Credit notes"),
    Permission::staff("Pages.Finance.CreditNotes.Process", "Process credit notes"),
    Permission::staff("Pages.Finance.Fees", "Fees"),
    Permission::anyone("Pages.Finance.Statements", "Statements"),
];

pub const FINANCE: Feature =
    Feature::on(40, "Finance.Enabled", "Finance", "Invoices, payments, credit notes and statements.");

pub(crate) const FEATURES: &[Feature] = &[FINANCE];
