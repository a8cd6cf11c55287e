//! Recording switches: stored for all hosts, cached by each.

use std::{
    collections::HashMap,
    sync::{
        PoisonError, RwLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Host, Result, Scope,
    audit::{Entry, UPDATED},
    db::{Col, Mode, PlatformSql, Val},
    ids::TenantId,
};

/// Duration of a switch.
pub(super) const SWITCH_DURATION: TimeDelta = TimeDelta::hours(1);
const PLATFORM: TenantId = TenantId(0);

const ALL: PlatformSql =
    PlatformSql("SELECT plugin, for_tenant, until FROM plugin_recording_switches");
const READ: PlatformSql = PlatformSql(
    "SELECT until, switched_by FROM plugin_recording_switches WHERE plugin = $1 AND for_tenant = $2 AND until > $3",
);
const WRITE: PlatformSql = PlatformSql(
    "INSERT INTO plugin_recording_switches (plugin, for_tenant, until, switched_by) VALUES ($1, $2, $3, $4)
     ON CONFLICT (plugin, for_tenant) DO UPDATE SET until = excluded.until, switched_by = excluded.switched_by",
);
const CLEAR: PlatformSql = PlatformSql(
    "DELETE FROM plugin_recording_switches WHERE (plugin = $1 AND for_tenant = $2) OR until <= $3",
);

/// Cached switches, since every call reads them. One per process, available as a port; refreshed
/// every few seconds together with the packages.
#[derive(Default)]
pub struct RecordingSwitches {
    /// Usually false, which avoids the lookup.
    any: AtomicBool,
    until: RwLock<HashMap<i64, HashMap<String, DateTime<Utc>>>>,
}

impl RecordingSwitches {
    /// True if the plugin's failed calls for this tenant are recorded now.
    pub fn is_on(&self, tenant: i64, plugin: &str, now: impl FnOnce() -> DateTime<Utc>) -> bool {
        if !self.any.load(Relaxed) {
            return false;
        }
        let all = self.until.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&tenant)
            .and_then(|of_tenant| of_tenant.get(plugin))
            .is_some_and(|until| now() < *until)
    }

    /// Reloads the switches.
    pub async fn reload(&self, host: &Host) -> Result<()> {
        let mut scope = host.scope(PLATFORM, Mode::Read);
        let mut all: HashMap<i64, HashMap<String, DateTime<Utc>>> = HashMap::new();
        for row in scope.platform(ALL, Vec::new()).await? {
            let (plugin, tenant, until): (String, TenantId, DateTime<Utc>) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            all.entry(tenant.0).or_default().insert(plugin, until);
        }
        self.any.store(!all.is_empty(), Relaxed);
        *self.until.write().unwrap_or_else(PoisonError::into_inner) = all;
        Ok(())
    }
}

/// Returns the end and the user of the switch. None if off.
pub(super) async fn load_switch(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
) -> Result<Option<(DateTime<Utc>, String)>> {
    let now = scope.now().val();
    let rows = scope
        .platform(READ, vec![Val::Text(plugin.to_owned()), tenant.val(), now])
        .await?;
    rows.first()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .transpose()
}

/// Switches on for an hour, or off. Commits.
pub(super) async fn set_switch(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
    is_on: bool,
) -> Result<()> {
    let before = load_switch(scope, plugin, tenant)
        .await?
        .map(|(until, _)| until);
    let now = scope.now();
    let until = is_on.then(|| now + SWITCH_DURATION);
    let clear = vec![Val::Text(plugin.to_owned()), tenant.val(), now.val()];
    scope.platform(CLEAR, clear).await?;
    if let Some(until) = until {
        let by = Val::Text(scope.caller.name().to_owned());
        scope
            .platform(
                WRITE,
                vec![Val::Text(plugin.to_owned()), tenant.val(), until.val(), by],
            )
            .await?;
    }
    scope.record(
        Entry::new("PluginRecordings", tenant, UPDATED)
            .with_name(plugin)
            .with_change("recordedUntil", before, until),
    );
    scope.commit().await?;
    let host = scope.host().clone();
    host.port::<RecordingSwitches>()?.reload(&host).await
}
