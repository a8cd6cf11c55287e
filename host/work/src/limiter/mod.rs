//! The rate limiter: counts attempts across all hosts before each attempt is made.
//!
//! A *limit* allows a number of attempts per window, which begins with the first; a *count* has one
//! key: subject, tenant, address and name.
//!
//! All hosts share the database's counts. A host takes a sixteenth of a large limit at once and
//! caches rejections, so floods write nothing. Unused shares are lost: a limit may be reached early
//! and is never exceeded.

mod store;

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, OwnedMutexGuard};

use data::{
    address::network,
    cache::Cache,
    caller::Caller,
    db::Mode,
    error::{Error, Result},
    host::Host,
    ids::{Owner, TenantId},
};

/// Guests are counted by address and with all guests of the tenant, signed-in callers as users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Calls whose limits share a name are counted together.
    pub name: &'static str,
    pub window: TimeDelta,
    pub per_address: Option<u32>,
    pub per_tenant: Option<u32>,
    pub per_user: Option<u32>,
}

/// Default limit of a call open to guests.
pub const GUESTS: Limit = Limit {
    name: "guest",
    window: MINUTE,
    per_address: Some(1200),
    per_tenant: None,
    per_user: None,
};

pub const MINUTE: TimeDelta = TimeDelta::minutes(1);
pub const DAY: TimeDelta = TimeDelta::hours(24);

/// Per customer's or driver's user; each call may add rows. A phone sends the actions of an offline
/// day within minutes.
const WRITES_A_MINUTE: u32 = 1_200;
/// By all users of a customer.
const CUSTOMER_WRITES_A_DAY: u32 = 100_000;
/// A phone sends a list of positions a minute and about ten actions a stop: 5,000 on a long day.
const DRIVER_WRITES_A_DAY: u32 = 20_000;

/// Tenant, address and name are optional.
#[derive(Debug, Clone, Copy)]
pub struct Count<'a> {
    pub subject: &'static str,
    pub tenant: Option<TenantId>,
    /// As in the request's scope; IPv6 is counted by network.
    pub address: Option<&'a str>,
    /// User, user name or email address, stored as a hash.
    pub name: Option<&'a str>,
    pub max: u32,
    pub window: TimeDelta,
}

#[must_use = "release the ticket to take the attempt back, or drop it to keep the count"]
pub struct Ticket(Vec<(String, DateTime<Utc>)>);

pub struct Limiter {
    refused: Cache<String, DateTime<Utc>>,
    shares: Cache<String, Arc<Mutex<Share>>>,
    swept_at: AtomicI64,
}

#[derive(Default)]
struct Share {
    remaining: i64,
    begun_at: DateTime<Utc>,
}

/// Its share stays locked, so concurrent callers wait for it instead of being rejected.
struct PendingCount<'a> {
    count: &'a Count<'a>,
    key: String,
    share: Option<OwnedMutexGuard<Share>>,
}

const MAX_KEYS: u64 = 50_000;
const MAX_WINDOW: Duration = Duration::from_secs(24 * 3600);
/// Fraction of a limit that a host takes at once.
const SHARE_DIVISOR: i64 = 16;
const SWEEP_INTERVAL: TimeDelta = MINUTE;

impl Default for Limiter {
    fn default() -> Self {
        Self {
            refused: Cache::builder()
                .max_capacity(MAX_KEYS)
                .time_to_live(MAX_WINDOW)
                .build(),
            shares: Cache::builder()
                .max_capacity(MAX_KEYS)
                .time_to_live(MAX_WINDOW)
                .build(),
            swept_at: AtomicI64::new(0),
        }
    }
}

impl Limiter {
    /// Returns the host's limiter.
    pub fn from_host(host: &Host) -> Result<&Self> {
        host.extension()
    }

    /// Counts a call to a route, or fails with [`Error::TooMany`].
    pub async fn count_call(
        &self,
        host: &Host,
        limit: &Limit,
        tenant: TenantId,
        caller: &Caller,
        address: &str,
    ) -> Result<()> {
        let user = caller.user().map(|user| user.to_string());
        let one = |address, name, most: Option<u32>| {
            most.map(|most| Count {
                subject: limit.name,
                tenant: Some(tenant),
                address,
                name,
                max: most,
                window: limit.window,
            })
        };
        let counts = match caller {
            Caller::System => [None, None],
            Caller::User(_) => [one(None, user.as_deref(), limit.per_user), None],
            Caller::Guest => [
                one(Some(address), None, limit.per_address),
                one(None, None, limit.per_tenant),
            ],
        };
        let counts: Vec<Count<'_>> = counts.into_iter().flatten().collect();
        // A call counts regardless of its result.
        self.count_attempts(host, &counts).await.map(drop)
    }

    /// Counts a customer's or driver's write, in addition to the limit of the route.
    pub async fn count_write(&self, host: &Host, tenant: TenantId, caller: &Caller) -> Result<()> {
        let (Some(user), Some(owner)) = (caller.user(), caller.owner()) else {
            return Ok(());
        };
        let user = user.to_string();
        let (owner, max_a_day) = writes_a_day(owner);
        let count = Count {
            subject: "",
            tenant: Some(tenant),
            address: None,
            name: None,
            max: 0,
            window: DAY,
        };
        let counts = [
            Count {
                subject: "user-writes",
                name: Some(&user),
                max: WRITES_A_MINUTE,
                window: MINUTE,
                ..count
            },
            Count {
                subject: "owner-writes",
                name: Some(&owner),
                max: max_a_day,
                ..count
            },
        ];
        self.count_attempts(host, &counts).await.map(drop)
    }

    /// Counts the narrowest first, or fails with [`Error::TooMany`] and the seconds to wait.
    ///
    /// A rejected attempt counts nowhere; an admitted one at once.
    pub async fn count_attempts(&self, host: &Host, counts: &[Count<'_>]) -> Result<Ticket> {
        let now = host.clock().now();
        let keys: Vec<String> = counts.iter().map(Count::key).collect();
        for key in &keys {
            if let Some(until) = self.refused.get(key).filter(|until| *until > now) {
                return Err(Error::TooMany(seconds(until - now)));
            }
        }
        let mut taken = Vec::with_capacity(counts.len());
        let mut missing = Vec::new();
        for (count, key) in counts.iter().zip(keys) {
            let share = match count.share_size() {
                1 => None,
                _ => Some(
                    self.shares
                        .get_with(key.clone(), Arc::default)
                        .lock_owned()
                        .await,
                ),
            };
            match share {
                Some(mut share) if share.remaining > 0 && share.begun_at + count.window > now => {
                    share.remaining -= 1;
                    taken.push((key, share.begun_at));
                }
                share => missing.push(PendingCount { count, key, share }),
            }
        }
        match self.take_from_database(host, missing, now).await {
            Ok(more) => taken.extend(more),
            Err(error) => {
                for (key, begun_at) in taken {
                    self.return_to_share(&key, begun_at).await;
                }
                return Err(error);
            }
        }
        self.sweep(host, now).await?;
        Ok(Ticket(taken))
    }

    async fn take_from_database(
        &self,
        host: &Host,
        missing: Vec<PendingCount<'_>>,
        now: DateTime<Utc>,
    ) -> Result<Vec<(String, DateTime<Utc>)>> {
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        let mut granted = Vec::with_capacity(missing.len());
        for PendingCount { count, key, share } in missing {
            let (most, wanted) = (i64::from(count.max), count.share_size());
            let (sum, begun_at) = store::take(&mut tx, &key, wanted, now, count.window).await?;
            let got = wanted.min(most - (sum - wanted));
            if got < 1 {
                // The transaction is not committed.
                let until = begun_at + count.window;
                self.refused.insert(key, until);
                return Err(Error::TooMany(seconds(until - now)));
            }
            granted.push((key, begun_at, got, share));
        }
        tx.commit().await?;
        let granted = granted.into_iter().map(|(key, begun_at, got, share)| {
            if let Some(mut share) = share {
                *share = Share {
                    remaining: got - 1,
                    begun_at,
                };
            }
            (key, begun_at)
        });
        Ok(granted.collect())
    }

    async fn return_to_share(&self, key: &str, begun_at: DateTime<Utc>) {
        if let Some(share) = self.shares.get(&key.to_owned()) {
            let mut share = share.lock().await;
            if share.begun_at == begun_at {
                share.remaining += 1;
            }
        }
    }

    async fn sweep(&self, host: &Host, now: DateTime<Utc>) -> Result<()> {
        let (last, this) = (self.swept_at.load(Ordering::Relaxed), now.timestamp());
        let is_time = this >= last + SWEEP_INTERVAL.num_seconds();
        if !is_time
            || self
                .swept_at
                .compare_exchange(last, this, Ordering::Relaxed, Ordering::Relaxed)
                .is_err()
        {
            return Ok(());
        }
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        store::sweep(&mut tx, now).await?;
        tx.commit().await
    }
}

impl Ticket {
    /// Takes back the counts of an attempt that succeeded.
    pub async fn release(self, host: &Host) -> Result<()> {
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        for (key, begun_at) in &self.0 {
            store::release(&mut tx, key, *begun_at).await?;
        }
        tx.commit().await
    }
}

impl Count<'_> {
    /// The share to take from the database at once.
    fn share_size(&self) -> i64 {
        (i64::from(self.max) / SHARE_DIVISOR).max(1)
    }

    /// Names are hashed: they can be long and are personal data.
    fn key(&self) -> String {
        let tenant = self
            .tenant
            .map(|tenant| tenant.to_string())
            .unwrap_or_default();
        let address = self.address.map(counted_address).unwrap_or_default();
        // Only the last part may contain a line break.
        let text = format!(
            "{}\n{tenant}\n{address}\n{}",
            self.subject,
            self.name.unwrap_or_default()
        );
        hex::encode(Sha256::digest(text.as_bytes()))
    }
}

/// Returns an owner's name for counts, and its writes a day.
fn writes_a_day(owner: Owner) -> (String, u32) {
    match owner {
        Owner::Customer(id) => (format!("c{id}"), CUSTOMER_WRITES_A_DAY),
        Owner::Driver(id) => (format!("d{id}"), DRIVER_WRITES_A_DAY),
    }
}

fn counted_address(address: &str) -> String {
    match address.parse::<IpAddr>() {
        Ok(address) => network(address).to_string(),
        Err(_) => "unknown".to_owned(),
    }
}

fn seconds(left: TimeDelta) -> u64 {
    u64::try_from((left.num_milliseconds() + 999) / 1000)
        .unwrap_or_default()
        .max(1)
}

#[cfg(test)]
mod tests {
    use data::ids::{CustomerId, DriverId};

    use super::*;

    #[test]
    fn things_are_counted_apart() {
        let one = Count {
            subject: "quote",
            tenant: Some(TenantId(1)),
            address: Some("2001:db8::1"),
            name: None,
            max: 5,
            window: MINUTE,
        };
        let key = one.key();
        assert_eq!(
            key,
            Count {
                address: Some("2001:db8::2"),
                ..one
            }
            .key(),
            "one network of a provider"
        );
        for other in [
            Count {
                subject: "track",
                ..one
            },
            Count {
                tenant: Some(TenantId(2)),
                ..one
            },
            Count {
                tenant: None,
                ..one
            },
            Count {
                address: Some("2001:db8:0:1::1"),
                ..one
            },
            Count {
                address: None,
                ..one
            },
            Count {
                name: Some("mia"),
                ..one
            },
        ] {
            assert_ne!(key, other.key(), "{other:?}");
        }
        assert!(
            !Count {
                name: Some("mia"),
                ..one
            }
            .key()
            .contains("mia")
        );
    }

    #[test]
    fn a_customer_and_a_driver_of_one_number_are_counted_apart() {
        let (customer, _) = writes_a_day(Owner::Customer(CustomerId(7)));
        let (driver, _) = writes_a_day(Owner::Driver(DriverId(7)));
        assert_ne!(customer, driver);
    }

    #[test]
    fn what_is_left_is_told_in_whole_seconds() {
        assert_eq!(seconds(TimeDelta::milliseconds(1)), 1);
        assert_eq!(seconds(TimeDelta::milliseconds(59_001)), 60);
        assert_eq!(seconds(TimeDelta::zero()), 1);
    }
}
