//! How many calls of a plugin run at once, in all and for one tenant; the rest wait a little or are turned away.

use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const TENANT_MOST: usize = 8;
const PLUGIN_MOST: usize = 32;
const WAITING_MOST: u32 = 256;
const WAIT_MOST: Duration = Duration::from_secs(2);
/// Tenants remembered before the idle ones are forgotten.
const TENANTS_KEPT: usize = 1024;

/// The door of one loaded plugin.
pub(crate) struct Gate {
    plugin: Arc<Semaphore>,
    tenants: Mutex<HashMap<i64, Arc<Tenant>>>,
    waiting: AtomicU32,
}

/// One tenant's calls of the plugin.
struct Tenant {
    places: Arc<Semaphore>,
    /// The last call of which it is known ran longer than a tick, and the next one will be treated as if it did too.
    runs_long: AtomicBool,
}

/// The right to run; given back when dropped.
pub(crate) struct Pass {
    tenant: Arc<Tenant>,
    _permits: [Option<OwnedSemaphorePermit>; 3],
}

impl Pass {
    pub(crate) fn runs_long(&self) -> bool {
        self.tenant.runs_long.load(Relaxed)
    }

    /// Tells how long the call ran, for the next one.
    pub(crate) fn ran(&self, long: bool) {
        self.tenant.runs_long.store(long, Relaxed);
    }
}

/// Turned away; nobody's fault.
#[derive(Debug)]
pub(crate) struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("it is busy with other calls; try again shortly")
    }
}

impl Gate {
    pub(crate) fn new() -> Self {
        Gate {
            plugin: Arc::new(Semaphore::new(PLUGIN_MOST)),
            tenants: Mutex::new(HashMap::new()),
            waiting: AtomicU32::new(0),
        }
    }

    /// Waits for a place with the tenant first, so that a crowded tenant holds no place of the plugin while it waits.
    /// `everyone` bounds all plugins together; a nested call passes on its caller's place (`None`).
    pub(crate) async fn enter(
        &self,
        tenant: i64,
        everyone: Option<&Arc<Semaphore>>,
        ends: Instant,
    ) -> Result<Pass, Busy> {
        let own = self.tenant(tenant);
        let doors = [Some(&own.places), Some(&self.plugin), everyone];
        let mut permits = [None, None, None];
        for (door, permit) in doors.into_iter().zip(&mut permits) {
            let Some(door) = door else { continue };
            *permit = Some(match door.clone().try_acquire_owned() {
                Ok(taken) => taken,
                Err(_) => self.wait(door.clone(), ends).await?,
            });
        }
        Ok(Pass { tenant: own, _permits: permits })
    }

    async fn wait(&self, door: Arc<Semaphore>, ends: Instant) -> Result<OwnedSemaphorePermit, Busy> {
        let _place = Place::take(&self.waiting).ok_or(Busy)?;
        let until = ends.min(Instant::now() + WAIT_MOST);
        let waited = tokio::time::timeout_at(until.into(), door.acquire_owned()).await;
        waited.ok().and_then(Result::ok).ok_or(Busy)
    }

    fn tenant(&self, tenant: i64) -> Arc<Tenant> {
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = tenants.get(&tenant) {
            return own.clone();
        }
        if tenants.len() >= TENANTS_KEPT {
            // A tenant that only the table knows has no call running or waiting.
            tenants.retain(|_, own| Arc::strong_count(own) > 1);
        }
        let own = Arc::new(Tenant { places: Arc::new(Semaphore::new(TENANT_MOST)), runs_long: AtomicBool::new(false) });
        tenants.insert(tenant, own.clone());
        own
    }
}

/// One of the places in the queue, given back however the waiting ends.
struct Place<'a>(&'a AtomicU32);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicU32) -> Option<Self> {
        let place = Place(waiting);
        (waiting.fetch_add(1, Relaxed) < WAITING_MOST).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_tenant_cannot_take_every_place() {
        let gate = Gate::new();
        let soon = Instant::now() + Duration::from_millis(20);
        let mut held = Vec::new();
        for _ in 0..TENANT_MOST {
            held.push(gate.enter(1, None, soon).await.unwrap());
        }
        assert!(gate.enter(1, None, soon).await.is_err());
        assert!(gate.enter(2, None, soon).await.is_ok());
        held.pop();
        assert!(gate.enter(1, None, soon).await.is_ok());
        assert_eq!(gate.waiting.load(Relaxed), 0);
    }
}
