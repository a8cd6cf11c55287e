//! Processor time of calls, and the lanes that keep long calls from blocking short ones.

use crate::{
    limits::{PRICING_TIMEOUT, TICK},
    policy::meter::thread_time,
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wasmtime::{Store, StoreContextMut, Trap, UpdateDeadline};

/// Processor time of one call, and its lane among the long-running guests.
///
/// After half a tick a guest must take one of a few lanes, so some threads stay free for short
/// calls. The thread's clock measures the time: an overloaded machine uses up no budget.
pub(crate) struct Cpu {
    budget: Duration,
    used: Duration,
    /// Time the host spent for the guest.
    host: Duration,
    /// Time of the rate engines that the guest called.
    pricing: Duration,
    /// The thread's clock when the guest resumed, if it runs; it stays on that thread until it
    /// yields or waits.
    since: Option<Duration>,
    lanes: Arc<Semaphore>,
    lane: Option<Arc<Lane>>,
    long: bool,
}

struct Lane {
    lanes: Arc<Semaphore>,
    running: Mutex<Running>,
}

/// `since` is as in `Cpu`, which the future of `turn` cannot reach.
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
    pub(crate) fn new(budget: Duration, lanes: &Arc<Semaphore>) -> Self {
        Cpu {
            budget,
            used: Duration::ZERO,
            host: Duration::ZERO,
            pricing: Duration::ZERO,
            since: None,
            lanes: lanes.clone(),
            lane: None,
            long: false,
        }
    }

    pub(crate) fn used(&self) -> Duration {
        self.used
    }

    pub(crate) fn spend(&mut self, time: Duration) {
        self.host += time;
    }

    /// Adds time of a rate engine; one limit covers all of them.
    pub(crate) fn spend_pricing(&mut self, time: Duration) {
        self.pricing += time;
    }

    /// The limit of the rate engines, if it was exceeded.
    pub(crate) fn spent_pricing(&self) -> Option<Duration> {
        (self.pricing >= PRICING_TIMEOUT).then_some(PRICING_TIMEOUT)
    }

    /// Fails if the guest, the host or the rate engines have used up the budget.
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

    /// A guest with a history of long runs starts in a lane.
    pub(crate) async fn queue(&mut self) {
        self.lane().turn().await;
    }

    fn lane(&mut self) -> Arc<Lane> {
        let lanes = &self.lanes;
        let new = || {
            Arc::new(Lane {
                lanes: lanes.clone(),
                running: Mutex::default(),
            })
        };
        self.lane.get_or_insert_with(new).clone()
    }

    pub(crate) fn resume(&mut self) {
        self.since = Some(thread_time());
        if let Some(lane) = &self.lane {
            lane.running().since = None;
        }
    }

    /// More than two ticks at once are the machine's fault and are not counted.
    fn stop(&mut self) {
        let in_lane = self
            .lane
            .as_ref()
            .and_then(|lane| lane.running().since.take());
        if let Some(since) = in_lane.or(self.since.take()) {
            self.used += thread_time().saturating_sub(since).min(TICK * 2);
        }
    }

    pub(crate) fn end(&mut self) {
        self.stop();
    }

    /// Stops the clock while the host works for the guest on the same thread.
    pub(crate) fn pause(&mut self) {
        self.stop();
    }

    /// Stops the clock and gives up the lane.
    pub(crate) fn wait(&mut self) {
        self.stop();
        if let Some(lane) = &self.lane {
            lane.running().permit = None;
        }
    }

    /// Checks each tick: a long guest yields, one without budget is stopped.
    pub(crate) fn watch<T: 'static>(store: &mut Store<T>, cpu: fn(&mut T) -> &mut Cpu) {
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(move |mut store: StoreContextMut<'_, T>| {
            let cpu = cpu(store.data_mut());
            cpu.stop();
            cpu.resume();
            cpu.check()?;
            if cpu.used < TICK / 2 {
                return Ok(UpdateDeadline::Continue(1));
            }
            cpu.long = true;
            Ok(UpdateDeadline::YieldCustom(1, Box::pin(cpu.lane().turn())))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_running_guest_uses_time() {
        let mut cpu = Cpu::new(TICK, &Arc::new(Semaphore::new(1)));
        let started = thread_time();
        while thread_time() < started + TICK {
            std::hint::black_box(started);
        }
        cpu.stop();
        assert_eq!(cpu.used(), Duration::ZERO);
        cpu.resume();
        cpu.pause();
        let used = cpu.used();
        cpu.end();
        assert_eq!(cpu.used(), used);
    }
}
