//! Permissions and features of {{id}}.

use data::Permission;

pub(crate) const PERMISSIONS: &[Permission] = &[];
