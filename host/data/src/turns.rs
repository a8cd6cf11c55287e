//! Concurrency limits for expensive work on this host: per user, per tenant, or of all callers.

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

/// Timeout for a turn; the call then fails with 429.
const TIMEOUT: Duration = Duration::from_secs(5);
const RETRY_AFTER_SECONDS: u64 = 10;

/// A kind of expensive work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkKind {
    pub name: &'static str,
    /// Maximum concurrent turns of those who share them: a user (all guests of a tenant are one),
    /// a tenant, or all callers.
    pub max_concurrent: usize,
}

/// Work, and who shares its turns: a tenant's user, a tenant, or all.
type Key = (&'static str, Option<TenantId>, Option<UserId>);

#[derive(Debug, Default)]
struct Permits {
    counts: Mutex<HashMap<Key, usize>>,
    freed: Notify,
}

static PERMITS: LazyLock<Permits> = LazyLock::new(Permits::default);

/// A turn of one call; released on drop.
#[derive(Debug)]
pub struct Permit(Key);

impl Permit {
    /// Waits for a turn of the user; returns 429 with Retry-After on timeout.
    pub async fn take(scope: &Scope, work: WorkKind) -> Result<Self> {
        Self::wait((work.name, Some(scope.tenant), scope.caller.user()), work).await
    }

    /// Waits for a turn of the tenant, whose users share them.
    pub async fn take_for_tenant(scope: &Scope, work: WorkKind) -> Result<Self> {
        Self::wait((work.name, Some(scope.tenant), None), work).await
    }

    /// Waits for a turn of this host, whose callers share them.
    pub async fn take_for_host(work: WorkKind) -> Result<Self> {
        Self::wait((work.name, None, None), work).await
    }

    async fn wait(key: Key, work: WorkKind) -> Result<Self> {
        let waited = tokio::time::timeout(TIMEOUT, PERMITS.take(key, work.max_concurrent)).await;
        waited.map_err(|_| Error::TooMany(RETRY_AFTER_SECONDS))
    }
}

impl Permits {
    fn counts(&self) -> MutexGuard<'_, HashMap<Key, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take(&self, key: Key, at_once: usize) -> Permit {
        loop {
            let freed = self.freed.notified();
            if self.try_take(key, at_once) {
                return Permit(key);
            }
            freed.await;
        }
    }

    fn try_take(&self, key: Key, at_once: usize) -> bool {
        let mut counts = self.counts();
        let count = counts.entry(key).or_default();
        if *count >= at_once {
            return false;
        }
        *count += 1;
        true
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = PERMITS.counts();
        if let Some(count) = counts.get_mut(&self.0) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.0);
            }
        }
        drop(counts);
        PERMITS.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_user_has_so_many_turns_and_another_one_has_others() {
        let key = |user| ("tests.turns", Some(TenantId(1)), Some(UserId(user)));
        let wait =
            |user| tokio::time::timeout(Duration::from_millis(20), PERMITS.take(key(user), 2));
        let first = wait(1).await.unwrap();
        let second = wait(1).await.unwrap();
        assert!(wait(1).await.is_err());
        let other = wait(2).await.unwrap();
        let third = tokio::spawn(PERMITS.take(key(1), 2));
        tokio::task::yield_now().await;
        drop(first);
        let third = tokio::time::timeout(Duration::from_secs(5), third)
            .await
            .unwrap()
            .unwrap();
        drop((second, third, other));
        assert!(!PERMITS.counts().keys().any(|key| key.0 == "tests.turns"));
    }
}
