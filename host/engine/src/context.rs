//! For whom a call is made: tenant, account, grants, clock and deadline.

use crate::{HostServices, Secret};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::{collections::BTreeMap, fmt, sync::Arc, time::Instant};

/// Everything a call may know and use besides its arguments.
#[derive(Clone)]
pub struct CallContext {
    pub tenant: i64,
    pub timezone: Tz,
    /// The guest's clock; it stands still for the whole call.
    pub now: DateTime<Utc>,
    pub account: AccountGrant,
    /// Hosts the tenant granted; a call goes out only to those that the manifest names too.
    pub granted_hosts: Vec<String>,
    /// When the caller stops waiting; the function's own wall limit holds besides.
    pub deadline: Option<Instant>,
    pub host: Arc<dyn HostServices>,
}

impl fmt::Debug for CallContext {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CallContext")
            .field("tenant", &self.tenant)
            .field("account", &self.account.code)
            .field("granted_hosts", &self.granted_hosts)
            .finish_non_exhaustive()
    }
}

/// The account of the plugin that a call is made for.
#[derive(Clone, Debug, Default)]
pub struct AccountGrant {
    pub code: String,
    /// A JSON object of the plain settings, by attribute key.
    pub settings_json: String,
    pub secrets: BTreeMap<String, Secret>,
}

impl AccountGrant {
    /// For calls that no account stands behind: describing a plugin, pricing a rate card.
    pub fn none() -> Self {
        AccountGrant { code: String::new(), settings_json: "{}".into(), secrets: BTreeMap::new() }
    }
}
