//! Concurrency limits for expensive work, per user and host.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;

use crate::{
    error::{Error, Result},
    ids::{TenantId, UserId},
    scope::Scope,
};

/// Longest wait for a turn; the call is answered with 429 then.
const TIMEOUT: Duration = Duration::from_secs(5);
const RETRY_AFTER_SECONDS: u64 = 10;

/// A kind of expensive work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    pub name: &'static str,
    /// Concurrent turns of one user; all guests of a tenant share as many.
    pub at_once: usize,
}

type Key = (&'static str, TenantId, Option<UserId>);

#[derive(Debug, Default)]
struct Turns {
    counts: Mutex<HashMap<Key, usize>>,
    freed: Notify,
}

static TURNS: LazyLock<Turns> = LazyLock::new(Turns::default);

/// A turn of one call; released on drop.
#[derive(Debug)]
pub struct Turn(Key);

impl Turn {
    /// Waits for a turn; returns 429 with Retry-After on timeout.
    pub async fn take(scope: &Scope, work: Work) -> Result<Self> {
        let key = (work.name, scope.tenant, scope.caller.user());
        let taken = tokio::time::timeout(TIMEOUT, TURNS.take(key, work.at_once)).await;
        taken.map_err(|_| Error::TooMany(RETRY_AFTER_SECONDS))
    }
}

impl Turns {
    fn counts(&self) -> MutexGuard<'_, HashMap<Key, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take(&self, key: Key, at_once: usize) -> Turn {
        loop {
            let freed = self.freed.notified();
            if self.try_take(key, at_once) {
                return Turn(key);
            }
            freed.await;
        }
    }

    fn try_take(&self, key: Key, at_once: usize) -> bool {
        let mut taken = self.counts();
        let count = taken.entry(key).or_default();
        if *count >= at_once {
            return false;
        }
        *count += 1;
        true
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut taken = TURNS.counts();
        if let Some(count) = taken.get_mut(&self.0) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.0);
            }
        }
        drop(taken);
        TURNS.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_user_has_so_many_turns_and_another_one_has_others() {
        let key = |user| ("tests.turns", TenantId(1), Some(UserId(user)));
        let wait = |user| tokio::time::timeout(Duration::from_millis(20), TURNS.take(key(user), 2));
        let first = wait(1).await.unwrap();
        let second = wait(1).await.unwrap();
        assert!(wait(1).await.is_err());
        let other = wait(2).await.unwrap();
        let third = tokio::spawn(TURNS.take(key(1), 2));
        tokio::task::yield_now().await;
        drop(first);
        let third = tokio::time::timeout(Duration::from_secs(5), third)
            .await
            .unwrap()
            .unwrap();
        drop((second, third, other));
        assert!(!TURNS.counts().keys().any(|key| key.0 == "tests.turns"));
    }
}
