//! Processor time: who runs, for how long, and how the short calls get past the long ones.

use crate::{
    call::{meter::thread_time, state::State},
    policy::limits::{PRICING_MOST, TICK},
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wasmtime::{Store, StoreContextMut, Trap, UpdateDeadline};

/// Processor time of one call, and its place among the guests that run for long.
///
/// A guest that has used half a tick when it is looked at must take one of few lanes to go on, so that a thread stays
/// free for the short calls however many long ones there are. Time is measured by the thread's own clock: a machine
/// with too much to do makes a guest late, not guilty.
pub(crate) struct Cpu {
    budget: Duration,
    used: Duration,
    /// What the host spent for it.
    host: Duration,
    /// What the rate engines spent that it asked.
    pricing: Duration,
    /// The thread's clock when the guest went on; it stays on that thread until it yields or waits.
    since: Duration,
    lane: Option<Arc<Lane>>,
    long: bool,
}

struct Lane {
    lanes: Arc<Semaphore>,
    running: Mutex<Running>,
}

/// The guest's turn in its lane; as `Cpu::since`, which the future of a turn cannot reach.
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
        // The lanes are never closed; were they, the guest would merely go on without one.
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

    /// What was used up to the last stop; all of it once the call has ended.
    pub(crate) fn used(&self) -> Duration {
        self.used
    }

    /// The host has spent so much for it.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.host += time;
    }

    /// A rate engine has spent so much for it. That is a guest with a limit of its own, so all of them together have one.
    pub(crate) fn spend_pricing(&mut self, time: Duration) {
        self.pricing += time;
    }

    /// The limit of the rate engines, if that is what was passed.
    pub(crate) fn spent_pricing(&self) -> Option<Duration> {
        (self.pricing >= PRICING_MOST).then_some(PRICING_MOST)
    }

    /// The error that stops the guest when what it and others for it have used is all there is.
    pub(crate) fn check(&self) -> wasmtime::Result<()> {
        match self.used + self.host >= self.budget || self.pricing >= PRICING_MOST {
            true => Err(Trap::Interrupt.into()),
            false => Ok(()),
        }
    }

    /// Whether it ran for so long that it needed a lane.
    pub(crate) fn ran_long(&self) -> bool {
        self.long
    }

    /// Lets a guest that is known to run for long begin in a lane, where others like it wait for their turn too.
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

    /// The guest goes on, maybe on another thread than before.
    pub(crate) fn go_on(&mut self) {
        self.since = thread_time();
        if let Some(lane) = &self.lane {
            lane.running().since = None;
        }
    }

    /// The guest stands still: its time so far is added up. It is looked at every tick, so more than two ticks at once
    /// is not its doing but that of the machine below, which was away with the thread (slow memory, a busy hypervisor).
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

    /// The guest has ended, on the thread where it ran last: the rest of its time is added up.
    pub(crate) fn end(&mut self) {
        self.stop();
    }

    /// The host works for the guest on the guest's thread.
    pub(crate) fn pause(&mut self) {
        self.stop();
    }

    /// The guest waits in the host from here, and gives its lane up.
    pub(crate) fn wait(&mut self) {
        self.stop();
        if let Some(lane) = &self.lane {
            lane.running().permit = None;
        }
    }

    /// Makes the store look at each tick, have a long guest yield, and stop it when its budget is used up.
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
