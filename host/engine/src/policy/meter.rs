//! Processor time that the host spends for a guest; it counts towards the guest's limit.

use rustix::time::{ClockId, clock_gettime};
use std::{
    cell::Cell,
    future::poll_fn,
    pin::{Pin, pin},
    task::{Context, Poll},
    time::Duration,
};

thread_local! {
    /// Time charged for the work that this thread polls: spent on other threads, or by its amount.
    static CHARGED_TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// Time spent on this thread that [`Metered`] leaves out.
    static UNCOUNTED_TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

pub(crate) fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        time.tv_nsec.unsigned_abs() as u32,
    )
}

/// Counts the blocking thread's processor time as the guest's. Await it inside
/// [`HostServices`](crate::HostServices).
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, tokio::task::JoinError> {
    let measured = move || {
        let started = thread_time();
        let done = work();
        (done, thread_time().saturating_sub(started))
    };
    let (done, spent) = tokio::task::spawn_blocking(measured).await?;
    charge(spent);
    Ok(done)
}

/// Adds to the time of the [`Metered`] future that is being polled.
pub(crate) fn charge(time: Duration) {
    CHARGED_TIME.with(|charged| charged.set(charged.get() + time));
}

/// Leaves out the time to poll `work`, which [`charge`]s for its amount instead: the same work may
/// take ten times as long on another machine.
pub(crate) async fn uncounted<F: Future>(work: F) -> F::Output {
    let mut work = pin!(work);
    poll_fn(|context| {
        let started = thread_time();
        let polled = work.as_mut().poll(context);
        let spent = thread_time().saturating_sub(started);
        UNCOUNTED_TIME.with(|uncounted| uncounted.set(uncounted.get() + spent));
        polled
    })
    .await
}

/// A future with the processor time to poll it, on this thread and charged.
pub(crate) struct Metered<F> {
    work: Pin<Box<F>>,
    spent: Duration,
}

impl<F: Future> Metered<F> {
    pub(crate) fn new(work: F) -> Self {
        Metered {
            work: Box::pin(work),
            spent: Duration::ZERO,
        }
    }
}

impl<F: Future> Future for Metered<F> {
    type Output = (F::Output, Duration);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let around = (CHARGED_TIME.take(), UNCOUNTED_TIME.take());
        let started = thread_time();
        let polled = self.work.as_mut().poll(context);
        let here = thread_time().saturating_sub(started);
        self.spent +=
            here.saturating_sub(UNCOUNTED_TIME.replace(around.1)) + CHARGED_TIME.replace(around.0);
        polled.map(|done| (done, self.spent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{hint::black_box, time::Instant};

    fn spin() {
        let started = thread_time();
        while thread_time() < started + Duration::from_millis(20) {
            black_box(started);
        }
    }

    #[tokio::test]
    async fn uncounted_work_costs_its_charge() {
        let charged = uncounted(async {
            spin();
            charge(Duration::from_millis(3));
        });
        let ((), spent) = Metered::new(charged).await;
        let range = Duration::from_millis(3)..Duration::from_millis(20);
        assert!(range.contains(&spent), "{spent:?}");
    }

    #[tokio::test]
    async fn work_is_counted_here_and_elsewhere_and_waiting_is_not() {
        let started = Instant::now();
        let ((), here) = Metered::new(async { spin() }).await;
        let (done, elsewhere) = Metered::new(async { blocking(spin).await.is_ok() }).await;
        let ((), nothing) = Metered::new(tokio::time::sleep(Duration::from_millis(50))).await;
        assert!(
            done && here >= Duration::from_millis(20) && elsewhere >= Duration::from_millis(20)
        );
        assert!(
            here <= started.elapsed() && nothing < Duration::from_millis(20),
            "{here:?} {nothing:?}"
        );
    }
}
