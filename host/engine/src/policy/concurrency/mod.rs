//! Concurrency of a plugin's calls, in total and per tenant, and the statistics of each tenant.

use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use carriage::PluginFault;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    functions::Function,
    limits::TENANT_IN_FLIGHT,
    policy::{
        breaker::{Breaker, BreakerPolicy, Verdict},
        call_durations::CallDurations,
        tenant_slots::{QueueSlot, TenantSlots},
    },
    stats::{BreakerState, CallCounts, CallUsage, FunctionUsage, Usage},
};

const MAX_PLUGIN: usize = 32;
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Maximum tenants in memory; the least recently active quarter is evicted at once.
const MAX_TENANTS: usize = 4096;

pub(crate) struct Gate {
    started: Instant,
    policy: BreakerPolicy,
    plugin: Arc<Semaphore>,
    tenants: Mutex<HashMap<i64, Arc<Tenant>>>,
    waiting: AtomicU32,
    /// Of all tenants together.
    record: Mutex<Record>,
}

pub(crate) struct Tenant {
    slots: TenantSlots,
    /// Durations of its calls, which predict the next one.
    pub(crate) durations: CallDurations,
    called: AtomicU64,
    record: Mutex<Record>,
}

struct Record {
    breaker: Breaker,
    usage: Usage,
}

/// The right to run; given back when dropped.
pub(crate) struct Pass {
    tenant: Arc<Tenant>,
    own: Option<OwnedSemaphorePermit>,
    _others: [Option<OwnedSemaphorePermit>; 2],
}

impl Drop for Pass {
    fn drop(&mut self) {
        if let Some(permit) = self.own.take() {
            self.tenant.slots.release(permit);
        }
    }
}

/// Refused for lack of a free slot; no fault of the plugin.
#[derive(Debug)]
pub(crate) struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("it is busy with other calls; try again shortly")
    }
}

/// The circuit breaker is open: remaining time, affected tenants and last fault.
#[derive(Debug)]
pub(crate) struct CircuitOpen {
    pub(crate) retry_after: Duration,
    for_all: bool,
    last_fault: &'static str,
}

impl fmt::Display for CircuitOpen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = if self.for_all {
            "several tenants'"
        } else {
            "too many of your"
        };
        let seconds = self.retry_after.as_secs_f64().ceil().max(1.0);
        write!(
            formatter,
            "{whose} calls of it failed (the last one: {}); the circuit breaker is open, next attempt in {seconds} s",
            self.last_fault
        )
    }
}

/// A call's tenant, the fault limit of the tenant's breaker, and the call's timeout.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) tenant: i64,
    pub(crate) faults: u32,
    pub(crate) wall: Duration,
}

/// A caller that leaves earlier is impatient; the time waiting for a slot counts.
const HANGS_AFTER: Duration = Duration::from_secs(3);

/// Dropped without a verdict, a trial passes to the next call. If the guest had used half of its
/// time, it counts as the reason.
pub(crate) struct Admission<'a> {
    gate: &'a Gate,
    tenant: &'a Tenant,
    watch: Watch,
    started: Instant,
    is_over: bool,
    /// The call is the trial of the breaker for all, and of the tenant's.
    trials: [bool; 2],
}

impl Admission<'_> {
    pub(crate) fn judge(mut self, own: Verdict, for_all: Verdict) {
        self.record(own, for_all);
    }

    /// Ends the call without a verdict: it is repeated.
    pub(crate) fn leave(mut self) {
        self.is_over = true;
    }

    fn record(&mut self, own: Verdict, for_all: Verdict) {
        self.is_over = true;
        let (trials, now) = (std::mem::take(&mut self.trials), Instant::now());
        let (policy, Watch { tenant, faults, .. }) = (&self.gate.policy, self.watch);
        self.gate
            .record()
            .breaker
            .record(policy, now, tenant, for_all, trials[0]);
        self.tenant.record().breaker.record(
            &policy.with_faults(faults),
            now,
            tenant,
            own,
            trials[1],
        );
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        let now = Instant::now();
        if !self.is_over
            && now.duration_since(self.started) >= (self.watch.wall / 2).max(HANGS_AFTER)
        {
            self.record(Verdict::Hang, Verdict::Hang);
        }
        if self.trials[0] {
            self.gate.record().breaker.abandon(now);
        }
        if self.trials[1] {
            self.tenant.record().breaker.abandon(now);
        }
    }
}

impl Gate {
    pub(crate) fn new(policy: BreakerPolicy) -> Self {
        let started = Instant::now();
        Gate {
            started,
            policy,
            plugin: Arc::new(Semaphore::new(MAX_PLUGIN)),
            tenants: Mutex::new(HashMap::new()),
            waiting: AtomicU32::new(0),
            record: Mutex::new(Record {
                breaker: Breaker::for_all(started),
                usage: Usage::default(),
            }),
        }
    }

    /// Asks both breakers.
    pub(crate) fn admit<'a>(
        &'a self,
        tenant: &'a Tenant,
        watch: Watch,
    ) -> Result<Admission<'a>, CircuitOpen> {
        let now = Instant::now();
        let ask = |record: &mut Record, for_all| {
            let last_fault = record.breaker.last_fault().unwrap_or("unknown");
            record
                .breaker
                .admit(now)
                .map_err(|retry_after| CircuitOpen {
                    retry_after,
                    for_all,
                    last_fault,
                })
        };
        let mut admission = Admission {
            gate: self,
            tenant,
            watch,
            started: now,
            is_over: false,
            trials: [false; 2],
        };
        admission.trials[0] = ask(&mut self.record(), true)?;
        admission.trials[1] = ask(&mut tenant.record(), false)?;
        Ok(admission)
    }

    /// Waits for the tenant's slot first, so that a crowded tenant occupies none of the plugin's.
    /// `everyone` bounds all plugins; a nested call passes its caller's slot (`None`).
    pub(crate) async fn enter(
        &self,
        tenant: &Arc<Tenant>,
        own_most: usize,
        everyone: Option<&Arc<Semaphore>>,
        ends: Instant,
    ) -> Result<Pass, Busy> {
        tenant.slots.resize(own_most);
        let mut pass = Pass {
            tenant: tenant.clone(),
            own: None,
            _others: [None, None],
        };
        pass.own = Some(self.acquire(tenant.slots.semaphore(), ends).await?);
        for (semaphore, permit) in [Some(&self.plugin), everyone]
            .into_iter()
            .zip(&mut pass._others)
        {
            if let Some(semaphore) = semaphore {
                *permit = Some(self.acquire(semaphore, ends).await?);
            }
        }
        Ok(pass)
    }

    async fn acquire(
        &self,
        semaphore: &Arc<Semaphore>,
        ends: Instant,
    ) -> Result<OwnedSemaphorePermit, Busy> {
        match semaphore.clone().try_acquire_owned() {
            Ok(taken) => Ok(taken),
            Err(_) => self.wait(semaphore.clone(), ends).await,
        }
    }

    async fn wait(
        &self,
        semaphore: Arc<Semaphore>,
        ends: Instant,
    ) -> Result<OwnedSemaphorePermit, Busy> {
        let _slot = QueueSlot::take(&self.waiting).ok_or(Busy)?;
        let until = ends.min(Instant::now() + MAX_WAIT);
        let waited = tokio::time::timeout_at(until.into(), semaphore.acquire_owned()).await;
        waited.ok().and_then(Result::ok).ok_or(Busy)
    }

    /// Created with the tenant's first call.
    pub(crate) fn tenant(&self, tenant: i64) -> Arc<Tenant> {
        let called = self.started.elapsed().as_secs();
        let mut tenants = self.tenants();
        if let Some(own) = tenants.get(&tenant) {
            own.called.store(called, Relaxed);
            return own.clone();
        }
        if tenants.len() >= MAX_TENANTS {
            forget(&mut tenants);
        }
        let own = Arc::new(Tenant {
            slots: TenantSlots::new(TENANT_IN_FLIGHT as usize),
            durations: CallDurations::default(),
            called: AtomicU64::new(called),
            record: Mutex::new(Record {
                breaker: Breaker::for_one(Instant::now()),
                usage: Usage::default(),
            }),
        });
        tenants.insert(tenant, own.clone());
        own
    }

    /// Counts a call that ended, for the tenant and for all.
    pub(crate) fn count(
        &self,
        tenant: &Tenant,
        function: Function,
        measured: &CallUsage,
        fault: Option<&PluginFault>,
    ) {
        self.record().usage.record(function, measured, fault);
        tenant.record().usage.record(function, measured, fault);
    }

    /// Empty for a tenant without calls or after eviction.
    pub(crate) fn usage(&self, tenant: Option<i64>) -> Vec<FunctionUsage> {
        match tenant {
            None => self.record().usage.read(),
            Some(tenant) => self
                .find_tenant(tenant)
                .map(|own| own.record().usage.read())
                .unwrap_or_default(),
        }
    }

    pub(crate) fn counts(&self) -> CallCounts {
        self.record().usage.counts()
    }

    pub(crate) fn breaker(&self) -> BreakerState {
        self.record().breaker.state(&self.policy, Instant::now())
    }

    /// The tenant's breaker, or the shared one if stricter.
    pub(crate) fn breaker_of(&self, tenant: i64) -> BreakerState {
        let now = Instant::now();
        let of_all = self.breaker();
        let own = match self.find_tenant(tenant) {
            Some(own) => own.record().breaker.state(&self.policy, now),
            None => Breaker::for_one(now).state(&self.policy, now),
        };
        if of_all.phase > own.phase {
            of_all
        } else {
            own
        }
    }

    pub(crate) fn in_flight(&self) -> u32 {
        MAX_PLUGIN.saturating_sub(self.plugin.available_permits()) as u32
    }

    pub(crate) fn waiting(&self) -> u32 {
        self.waiting.load(Relaxed)
    }

    fn find_tenant(&self, tenant: i64) -> Option<Arc<Tenant>> {
        self.tenants().get(&tenant).cloned()
    }

    fn tenants(&self) -> MutexGuard<'_, HashMap<i64, Arc<Tenant>>> {
        self.tenants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tenant {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tenants with a call or an open breaker stay.
fn forget(tenants: &mut HashMap<i64, Arc<Tenant>>) {
    let mut idle: Vec<(u64, i64)> = tenants
        .iter()
        .filter(|(_, own)| Arc::strong_count(own) == 1 && own.record().breaker.is_closed())
        .map(|(id, own)| (own.called.load(Relaxed), *id))
        .collect();
    idle.sort_unstable();
    for (_, id) in idle.iter().take(MAX_TENANTS / 4) {
        tenants.remove(id);
    }
}

#[cfg(test)]
mod tests;
