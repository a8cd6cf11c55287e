//! Time as an argument: the product reads only this clock.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// A source of the current time, in whole microseconds as both databases store it.
pub trait Clock: Send + Sync {
    fn now(&self) -> DateTime<Utc>;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// A clock for tests, which moves only when set.
#[derive(Debug, Clone)]
pub struct FixedClock(Arc<Mutex<DateTime<Utc>>>);

impl FixedClock {
    pub fn starting_at(time: DateTime<Utc>) -> Self {
        Self(Arc::new(Mutex::new(time.trunc_subsecs(6))))
    }
    pub fn advance(&self, by: TimeDelta) {
        *self.time() += by;
    }
    fn time(&self) -> std::sync::MutexGuard<'_, DateTime<Utc>> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *self.time()
    }
}
