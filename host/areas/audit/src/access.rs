//! The permissions of audit.

use kernel::Permission;

pub const AUDIT_LOGS: Permission =
    Permission::staff("Pages.Administration.AuditLogs", "Audit log").at(50);

pub(crate) const PERMISSIONS: &[Permission] = &[AUDIT_LOGS];
