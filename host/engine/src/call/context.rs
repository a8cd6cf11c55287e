//! The context of a call: tenant, account, grants, clock and deadline.

use crate::{HostServices, Secret, interface::wit, sandbox::secrets::mask};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::{any::Any, collections::BTreeMap, fmt, sync::Arc, time::Instant};

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

/// Settings and secrets of a call; the account's override the plugin's.
#[derive(Clone, Copy)]
pub(crate) struct EffectiveSettings<'a> {
    pub(crate) account: &'a AccountGrant,
    pub(crate) settings: &'a SettingsGrant,
}

impl<'a> EffectiveSettings<'a> {
    pub(crate) fn secret(self, key: &str) -> Option<&'a Secret> {
        self.account
            .secrets
            .get(key)
            .or_else(|| self.settings.secrets.get(key))
    }

    /// A plain setting, if it is text.
    pub(crate) fn setting(self, key: &str) -> Option<String> {
        [&self.account.settings_json, &self.settings.json]
            .into_iter()
            .find_map(|json| {
                let settings: serde_json::Value = serde_json::from_str(json).ok()?;
                settings.get(key)?.as_str().map(str::to_owned)
            })
    }

    pub(crate) fn mask(self, text: String) -> String {
        mask(&self.settings.secrets, mask(&self.account.secrets, text))
    }
}

#[derive(Clone, Debug)]
pub struct SettingsGrant {
    pub json: String,
    pub secrets: BTreeMap<String, Secret>,
}

impl Default for SettingsGrant {
    fn default() -> Self {
        SettingsGrant {
            json: "{}".into(),
            secrets: BTreeMap::new(),
        }
    }
}

/// A tenant's limits; an unset one is the manifest's, else the default.
///
/// JSON in camelCase without unset members: `{"memoryMib":64,"cpuMs":{"rates":100},"inFlight":4}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct CallLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mib: Option<u32>,
    /// Milliseconds by function of wit/v1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub cpu_ms: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub wall_ms: BTreeMap<String, u32>,
    /// Outgoing HTTP requests per call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http_calls: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_lines: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_bytes: Option<u32>,
    /// Concurrent calls of this plugin by this tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_flight: Option<u32>,
    /// Retries of a read-only call after a transient failure: 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// Faults within half a minute that open the tenant's circuit breaker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaker_faults: Option<u32>,
    /// Set for a replay, with generous limits. Never stored.
    #[serde(skip)]
    pub unhurried: bool,
}

/// The plugin's account that a call uses.
#[derive(Clone, Debug, Default)]
pub struct AccountGrant {
    pub code: String,
    /// A JSON object of the plain settings, by attribute key.
    pub settings_json: String,
    pub secrets: BTreeMap<String, Secret>,
}

impl AccountGrant {
    pub fn none() -> Self {
        AccountGrant {
            code: String::new(),
            settings_json: "{}".into(),
            secrets: BTreeMap::new(),
        }
    }
}
