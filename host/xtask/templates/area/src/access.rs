//! Permissions and features of {{id}}.

use kernel::Permission;

pub(crate) const PERMISSIONS: &[Permission] = &[];
