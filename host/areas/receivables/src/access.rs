//! Permissions of payments, remittance advices and statements.

use kernel::Permission;

pub use billing::access::PAYMENTS;
pub use ledger::access::FINANCE;

pub const PAYMENTS_CREATE: Permission =
    Permission::anyone("Pages.Finance.Payments.Create", "Create payments");

/// Receipts are recorded by staff only.
pub const REMITTANCE: Permission = Permission::staff("Pages.Finance.Remittance", "Remittances");

pub const STATEMENTS: Permission = Permission::anyone("Pages.Finance.Statements", "Statements");

pub(crate) const PERMISSIONS: &[Permission] = &[PAYMENTS_CREATE, REMITTANCE, STATEMENTS];
