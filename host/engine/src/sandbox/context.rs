//! The context of a call: tenant, account, grants, clock and deadline.

use crate::{
    call_limits::CallLimits,
    grants::{AccountGrant, EffectiveSettings, Secret, SettingsGrant},
    interface::wit,
    sandbox::host_services::HostServices,
};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::{any::Any, fmt, sync::Arc, time::Instant};

/// Everything a call may use besides its arguments.
#[derive(Clone)]
pub struct CallContext {
    pub tenant: i64,
    pub timezone: Tz,
    pub now: DateTime<Utc>,
    pub account: AccountGrant,
    /// The plugin's settings, as opposed to an account's.
    pub settings: SettingsGrant,
    /// The tenant's limits; unset ones come from the manifest.
    pub limits: Arc<CallLimits>,
    /// A call reaches a host only if the manifest names it too.
    pub granted_hosts: Vec<String>,
    /// End of the caller's wait; the function's own wall limit applies too.
    pub deadline: Option<Instant>,
    /// Exact measures of the goods, one entry for each item.
    pub measures: Arc<[wit::Measure]>,
    /// Initiator of the call, opaque to the engine; returned to the host program with record
    /// queries.
    pub caller: Option<Arc<dyn Any + Send + Sync>>,
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

impl CallContext {
    pub(crate) fn effective_settings(&self) -> EffectiveSettings<'_> {
        EffectiveSettings {
            account: &self.account,
            settings: &self.settings,
        }
    }

    pub(crate) fn secret(&self, key: &str) -> Option<&Secret> {
        self.effective_settings().secret(key)
    }

    pub(crate) fn mask(&self, text: String) -> String {
        self.effective_settings().mask(text)
    }
}
