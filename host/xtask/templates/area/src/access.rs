//! The permissions of {{id}}; features stand beside them when there are some.

use kernel::Permission;

pub(crate) const PERMISSIONS: &[Permission] = &[];
