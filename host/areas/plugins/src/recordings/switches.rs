//! Recording switches: stored for all hosts, cached by each.

use std::{
    collections::HashMap,
    sync::{
        PoisonError, RwLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    Host, Result, Scope,
    audit::{Entry, UPDATED},
    db::Mode,
    ids::TenantId,
};

use crate::recordings::store;

pub(super) const SWITCH_DURATION: TimeDelta = TimeDelta::hours(1);
const PLATFORM: TenantId = TenantId(0);

/// Cached, since every call reads them; refreshed every few seconds.
#[derive(Default)]
pub struct RecordingSwitches {
    /// Usually false.
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

    pub async fn reload(&self, host: &Host) -> Result<()> {
        let mut scope = host.scope(PLATFORM, Mode::Read);
        let mut all: HashMap<i64, HashMap<String, DateTime<Utc>>> = HashMap::new();
        for (plugin, tenant, until) in store::load_switches(&mut scope).await? {
            all.entry(tenant.0).or_default().insert(plugin, until);
        }
        self.any.store(!all.is_empty(), Relaxed);
        *self.until.write().unwrap_or_else(PoisonError::into_inner) = all;
        Ok(())
    }
}

pub(super) async fn set_switch(
    scope: &mut Scope,
    plugin: &str,
    tenant: TenantId,
    is_on: bool,
) -> Result<()> {
    let before = store::load_switch(scope, plugin, tenant)
        .await?
        .map(|(until, _)| until);
    let now = scope.now();
    let until = is_on.then(|| now + SWITCH_DURATION);
    store::delete_switch(scope, plugin, tenant, now).await?;
    if let Some(until) = until {
        store::upsert_switch(scope, plugin, tenant, until).await?;
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
