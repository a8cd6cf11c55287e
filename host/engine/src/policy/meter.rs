//! Processor time that the host spends for a guest; it counts towards the guest's limit.

use rustix::time::{ClockId, clock_gettime};
use std::{
    cell::Cell,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

thread_local! {
    /// Time spent on other threads for the work that this thread polls.
    static OTHER_THREAD_TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
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
    OTHER_THREAD_TIME.with(|elsewhere| elsewhere.set(elsewhere.get() + spent));
    Ok(done)
}

/// A future with the processor time to poll it, on this thread and others.
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
        let around = OTHER_THREAD_TIME.take();
        let started = thread_time();
        let polled = self.work.as_mut().poll(context);
        self.spent += thread_time().saturating_sub(started) + OTHER_THREAD_TIME.replace(around);
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
