//! Processor time of calls, and the lanes that keep long calls from blocking short ones.

use crate::{
    call::{meter::thread_time, state::State},
    policy::limits::{PRICING_TIMEOUT, TICK},
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wasmtime::{Store, StoreContextMut, Trap, UpdateDeadline};

/// Processor time of one call, and its lane among the long-running guests.
///
/// A guest that has used half a tick at a check must take one of a few lanes to continue. Some
/// threads therefore stay free for short calls, whatever the number of long ones. The thread's own
/// clock measures the time, so an overloaded machine slows a guest without using up its budget.
pub(crate) struct Cpu {
    budget: Duration,
    used: Duration,
    /// Time the host spent for the guest.
    host: Duration,
    /// Time of the rate engines that the guest called.
    pricing: Duration,
    /// The thread's clock when the guest resumed. The guest stays on that thread until it yields or
    /// waits.
    since: Duration,
    lane: Option<Arc<Lane>>,
    long: bool,
}

struct Lane {
    lanes: Arc<Semaphore>,
    running: Mutex<Running>,
}

/// The guest's permit for its lane. `since` is as in `Cpu`, which the future of `turn` cannot
/// reach.
#[derive(Default)]
struct Running {
    permit: Option<OwnedSemaphorePermit>,
    since: Option<Duration>,
}

impl Lane {
    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn turn(self: Arc<Self>) {
        self.running().permit = None;
        tokio::task::yield_now().await;
        // The lanes are never closed; without a permit the guest would simply continue.
        let permit = self.lanes.clone().acquire_owned().await.ok();
        *self.running() = Running {
            permit,
            since: Some(thread_time()),
        };
    }
}

impl Cpu {
    pub(crate) fn new(budget: Duration) -> Self {
        Cpu {
            budget,
            used: Duration::ZERO,
            host: Duration::ZERO,
            pricing: Duration::ZERO,
            since: Duration::ZERO,
            lane: None,
            long: false,
        }
    }

    /// Time used up to the last stop; the total once the call has ended.
    pub(crate) fn used(&self) -> Duration {
        self.used
    }

    /// Adds time that the host spent for the guest.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.host += time;
    }

    /// Adds time of a rate engine. Each engine is a guest with its own limit, so one limit covers
    /// all of them together.
    pub(crate) fn spend_pricing(&mut self, time: Duration) {
        self.pricing += time;
    }

    /// The limit of the rate engines, if it was exceeded.
    pub(crate) fn spent_pricing(&self) -> Option<Duration> {
        (self.pricing >= PRICING_TIMEOUT).then_some(PRICING_TIMEOUT)
    }

    /// Returns the error that stops the guest if the guest, the host or its rate engines have used
    /// up the budget.
    pub(crate) fn check(&self) -> wasmtime::Result<()> {
        match self.used + self.host >= self.budget || self.pricing >= PRICING_TIMEOUT {
            true => Err(Trap::Interrupt.into()),
            false => Ok(()),
        }
    }

    /// True if the guest ran long enough to need a lane.
    pub(crate) fn ran_long(&self) -> bool {
        self.long
    }

    /// Makes a guest with a history of long runs start in a lane and queue with its kind.
    pub(crate) async fn queue(&mut self, lanes: &Arc<Semaphore>) {
        self.lane(lanes).turn().await;
    }

    fn lane(&mut self, lanes: &Arc<Semaphore>) -> Arc<Lane> {
        let new = || {
            Arc::new(Lane {
                lanes: lanes.clone(),
                running: Mutex::default(),
            })
        };
        self.lane.get_or_insert_with(new).clone()
    }

    /// Resumes the guest, possibly on another thread than before.
    pub(crate) fn resume(&mut self) {
        self.since = thread_time();
        if let Some(lane) = &self.lane {
            lane.running().since = None;
        }
    }

    /// Stops the guest's clock and adds up its time.
    ///
    /// Every tick checks the guest, so more than two ticks at once are the machine's fault (slow
    /// memory, a busy hypervisor) and are not counted.
    fn stop(&mut self) {
        let in_lane = self
            .lane
            .as_ref()
            .and_then(|lane| lane.running().since.take());
        let since = in_lane.unwrap_or(self.since);
        let now = thread_time();
        self.used += now.saturating_sub(since).min(TICK * 2);
        self.since = now;
    }

    /// Adds up the rest of the guest's time, on the thread where it last ran.
    pub(crate) fn end(&mut self) {
        self.stop();
    }

    /// Stops the guest's clock while the host works for it on the same thread.
    pub(crate) fn pause(&mut self) {
        self.stop();
    }

    /// Stops the guest's clock while it waits in the host, and gives up its lane.
    pub(crate) fn wait(&mut self) {
        self.stop();
        if let Some(lane) = &self.lane {
            lane.running().permit = None;
        }
    }

    /// Makes the store check each tick: a long guest yields, and one without budget is stopped.
    pub(crate) fn watch(store: &mut Store<State>) {
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(|mut store: StoreContextMut<'_, State>| {
            let state = store.data_mut();
            let cpu = &mut state.cpu;
            cpu.stop();
            cpu.check()?;
            if cpu.used < TICK / 2 {
                return Ok(UpdateDeadline::Continue(1));
            }
            cpu.long = true;
            let lane = cpu.lane(&state.engine.lanes);
            Ok(UpdateDeadline::YieldCustom(1, Box::pin(lane.turn())))
        });
    }
}
