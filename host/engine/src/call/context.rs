//! For whom a call is made: tenant, account, grants, clock and deadline.

use crate::{HostServices, Secret, interface::wit, sandbox::secrets::mask};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::{any::Any, collections::BTreeMap, fmt, sync::Arc, time::Instant};

/// Everything a call may know and use besides its arguments.
#[derive(Clone)]
pub struct CallContext {
    pub tenant: i64,
    pub timezone: Tz,
    /// The guest's clock; it stands still for the whole call.
    pub now: DateTime<Utc>,
    pub account: AccountGrant,
    /// The plugin's own settings of the tenant or customer.
    pub settings: SettingsGrant,
    /// What this tenant's calls may take, where it is not as the manifest says.
    pub limits: Arc<CallLimits>,
    /// Hosts the tenant granted; a call goes out only to those that the manifest names too.
    pub granted_hosts: Vec<String>,
    /// When the caller stops waiting; the function's own wall limit holds besides.
    pub deadline: Option<Instant>,
    /// Exact measures of the goods that the call is about, one entry for each item.
    pub measures: Arc<[wit::Measure]>,
    /// Who started the call, in the host program's own terms: it gets this back when the guest lists records.
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
    pub(crate) fn given(&self) -> Given<'_> {
        Given {
            account: &self.account,
            settings: &self.settings,
        }
    }

    /// The secret setting of this key: the account's, else the plugin's.
    pub(crate) fn secret(&self, key: &str) -> Option<&Secret> {
        self.given().secret(key)
    }

    /// Takes the call's secrets out of words on their way to a log or an error.
    pub(crate) fn mask(&self, text: String) -> String {
        self.given().mask(text)
    }
}

/// The settings and secrets that a call is made with: the account's come before the plugin's.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub(crate) account: &'a AccountGrant,
    pub(crate) settings: &'a SettingsGrant,
}

impl<'a> Given<'a> {
    pub(crate) fn secret(self, key: &str) -> Option<&'a Secret> {
        self.account
            .secrets
            .get(key)
            .or_else(|| self.settings.secrets.get(key))
    }

    /// A plain setting that is text.
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

/// Settings by the JSON Schema in the plugin's package.
#[derive(Clone, Debug)]
pub struct SettingsGrant {
    /// A JSON object of the plain settings.
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

/// What a tenant's calls of a plugin may take; none: as its manifest says, or the default.
///
/// As JSON in camelCase, what is not set left out: `{"memoryMib":64,"cpuMs":{"rates":100},"inFlight":4}`.
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
    /// Outgoing HTTP calls in one call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http_calls: Option<u32>,
    /// Lines of log in one call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_lines: Option<u32>,
    /// Bytes of one answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_bytes: Option<u32>,
    /// Calls of this tenant and plugin at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_flight: Option<u32>,
    /// How often a call that only reads is made again when it could not be answered just then: 0 or 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// Faults within half a minute after which the plugin rests for this tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breaker_faults: Option<u32>,
    /// A replay, which is measured generously. Never set by anyone and never written down.
    #[serde(skip)]
    pub unhurried: bool,
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
        AccountGrant {
            code: String::new(),
            settings_json: "{}".into(),
            secrets: BTreeMap::new(),
        }
    }
}
