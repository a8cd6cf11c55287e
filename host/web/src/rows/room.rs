//! Memory budget for unpacked tables, per host and per tenant.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use tokio::sync::Notify;

use super::archive;
use data::{
    blocking,
    error::{Error, Result},
    ids::TenantId,
    scope::Scope,
};
use work::job::ScopeJobs;

/// Unpacked bytes of all tables that one host reads at once.
const MAX_HOST_BYTES: u64 = 2 * MAX_TENANT_BYTES;
/// Bytes of these for one tenant: one table of the largest size.
const MAX_TENANT_BYTES: u64 = archive::MAX_UNPACKED;
/// A CSV file and its decoded text.
const CSV_COPIES: u64 = 2;
/// Timeout of a call for room. A job's timeout is a job's maximum duration.
const CALL_TIMEOUT: Duration = Duration::from_secs(5);
const JOB_TIMEOUT: Duration = Duration::from_secs(600);
const RETRY_AFTER_SECONDS: u64 = 10;

static ROOM: LazyLock<Arc<Room>> = LazyLock::new(Arc::default);

/// An uploaded table with its reservation of unpacked bytes.
#[derive(Debug, Clone)]
pub struct Content {
    pub(super) bytes: Bytes,
    pub(super) share: Option<Arc<Share>>,
}

impl Content {
    /// Waits for room. A call gets 429 on timeout, so that the client retries.
    pub async fn reserve(scope: &Scope, content: impl Into<Bytes>) -> Result<Self> {
        let bytes = content.into();
        let weight = blocking::run(|| weight(&bytes))?;
        let timeout = if scope.job().is_some() {
            JOB_TIMEOUT
        } else {
            CALL_TIMEOUT
        };
        let reservation =
            tokio::time::timeout(timeout, ROOM.clone().take(scope.tenant, weight)).await;
        let share = reservation.map_err(|_| Error::TooMany(RETRY_AFTER_SECONDS))?;
        Ok(Self {
            bytes,
            share: Some(Arc::new(share)),
        })
    }

    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The decoded text or a part of the same table, under the same reservation.
    pub fn with_bytes(&self, bytes: impl Into<Bytes>) -> Self {
        Self {
            bytes: bytes.into(),
            share: self.share.clone(),
        }
    }
}

/// Tables made by the host, and those of unit tests, need no reservation.
impl From<Bytes> for Content {
    fn from(bytes: Bytes) -> Self {
        Self { bytes, share: None }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::from(bytes).into()
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Bytes::from(text).into()
    }
}

impl From<&'static str> for Content {
    fn from(text: &'static str) -> Self {
        Bytes::from(text).into()
    }
}

/// Declared size of the unpacked table. Unpacking fails if it has more.
fn weight(content: &Bytes) -> Result<u64> {
    if archive::is_archive(content) {
        return archive::declared_size(content);
    }
    Ok((content.len() as u64 * CSV_COPIES).min(MAX_TENANT_BYTES))
}

#[derive(Debug, Default)]
struct Room {
    used: Mutex<Used>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Used {
    host: u64,
    by_tenant: HashMap<TenantId, u64>,
}

/// A reservation; released on drop.
#[derive(Debug)]
pub(super) struct Share {
    room: Arc<Room>,
    tenant: TenantId,
    weight: u64,
}

impl Room {
    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take(self: Arc<Self>, tenant: TenantId, weight: u64) -> Share {
        loop {
            let freed = self.freed.notified();
            if self.used().try_take(tenant, weight) {
                return Share {
                    room: self.clone(),
                    tenant,
                    weight,
                };
            }
            freed.await;
        }
    }
}

impl Used {
    fn try_take(&mut self, tenant: TenantId, weight: u64) -> bool {
        let of_tenant = self.by_tenant.get(&tenant).copied().unwrap_or_default();
        if of_tenant + weight > MAX_TENANT_BYTES || self.host + weight > MAX_HOST_BYTES {
            return false;
        }
        self.host += weight;
        self.by_tenant.insert(tenant, of_tenant + weight);
        true
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut used = self.room.used();
        used.host -= self.weight;
        let remaining = used
            .by_tenant
            .get(&self.tenant)
            .copied()
            .unwrap_or_default()
            - self.weight;
        match remaining {
            0 => used.by_tenant.remove(&self.tenant),
            left => used.by_tenant.insert(self.tenant, left),
        };
        drop(used);
        self.room.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_tenant_and_the_host_have_their_share_and_get_it_back() {
        let room = Arc::<Room>::default();
        let first = room.clone().take(TenantId(1), MAX_TENANT_BYTES).await;
        let try_reserve = |tenant, weight| {
            let room = room.clone();
            async move {
                tokio::time::timeout(
                    Duration::from_millis(20),
                    room.take(TenantId(tenant), weight),
                )
                .await
            }
        };
        assert!(
            try_reserve(1, 1).await.is_err(),
            "the tenant has no room left"
        );
        let second = try_reserve(2, MAX_TENANT_BYTES).await.unwrap();
        assert!(
            try_reserve(3, 1).await.is_err(),
            "the host has no room left"
        );
        let waiting = tokio::spawn(room.clone().take(TenantId(1), 7));
        tokio::task::yield_now().await;
        drop(first);
        let third = tokio::time::timeout(Duration::from_secs(5), waiting)
            .await
            .unwrap()
            .unwrap();
        drop((second, third));
        let used = room.used();
        assert!(used.host == 0 && used.by_tenant.is_empty());
    }

    #[test]
    fn a_table_weighs_what_it_unpacks_to() {
        assert_eq!(weight(&Bytes::from_static(b"code\nA\n")).unwrap(), 14);
        assert!(weight(&Bytes::from_static(b"PK\x03\x04 broken")).is_err());
    }
}
