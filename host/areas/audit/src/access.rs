//! Permissions of the audit log.

use data::Permission;

pub const AUDIT_LOGS: Permission =
    Permission::staff("Pages.Administration.AuditLogs", "Audit log").with_place(50);

pub(crate) const PERMISSIONS: &[Permission] = &[AUDIT_LOGS];
