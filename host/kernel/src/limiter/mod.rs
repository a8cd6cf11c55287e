//! The limiter: how often something may be done, counted for all hosts of a platform before it is judged or done.
//!
//! Words: a *limit* says how much of one thing is allowed within a window; a *count* is of one key: what, in which
//! tenant, from where, by whom. A window begins with the first call that is counted in it.
//!
//! Counts stand in the database, so that hosts count together. A host takes a sixteenth of a large limit at once and
//! gives it out from memory, and remembers what was refused until its window ends: neither a busy caller nor a flood
//! writes to the database with each call. What a host took and did not give out in its window is lost to the others, so
//! a limit may be met early and is never exceeded.

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
use moka::sync::Cache;
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::{
    caller::Caller,
    db::Mode,
    error::{Error, Result},
    host::Host,
    ids::TenantId,
    origin::network,
};

/// How often a call may be made, as the route table declares it. A guest is counted by address and with all guests of
/// the tenant, a signed-in caller as a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Calls whose limits have one name are counted together.
    pub name: &'static str,
    pub window: TimeDelta,
    /// Of a guest from one address in one tenant.
    pub per_address: Option<u32>,
    /// Of all guests in one tenant.
    pub per_tenant: Option<u32>,
    /// Of one user.
    pub per_user: Option<u32>,
}

/// What a call that guests may make has where the table says nothing else.
pub const GUESTS: Limit = Limit {
    name: "guest",
    window: MINUTE,
    per_address: Some(1200),
    per_tenant: None,
    per_user: None,
};

pub const MINUTE: TimeDelta = TimeDelta::minutes(1);
pub const DAY: TimeDelta = TimeDelta::hours(24);

/// Writing calls of one customer's user in a minute, and of all users of a customer in a day. Each call can leave rows
/// behind.
const CUSTOMER_WRITES_A_MINUTE: u32 = 1_200;
const CUSTOMER_WRITES_A_DAY: u32 = 100_000;

/// One thing that is counted: in a tenant or on all, from an address or from anywhere, on a name or on all.
#[derive(Debug, Clone, Copy)]
pub struct Count<'a> {
    pub what: &'static str,
    pub tenant: Option<TenantId>,
    /// As the request's scope has it; IPv6 is counted by network.
    pub address: Option<&'a str>,
    /// A user, a user name, an e-mail address: kept as a hash.
    pub name: Option<&'a str>,
    pub most: u32,
    pub window: TimeDelta,
}

/// Counts that were let through.
#[must_use = "a ticket is given back where the attempt shall count no longer, and dropped where it shall"]
pub struct Ticket(Vec<(String, DateTime<Utc>)>);

/// What this host remembers of the counts.
pub struct Limiter {
    refused: Cache<String, DateTime<Utc>>,
    shares: Cache<String, Arc<Mutex<Share>>>,
    swept_at: AtomicI64,
}

/// What this host took of a limit and has not given out.
#[derive(Default)]
struct Share {
    left: i64,
    begun_at: DateTime<Utc>,
}

/// What the database has to be asked for. The share is held meanwhile, so that those who come at the same time wait for
/// it: they are not refused what this host is about to have.
struct Missing<'a> {
    count: &'a Count<'a>,
    key: String,
    share: Option<OwnedMutexGuard<Share>>,
}

/// Keys remembered at most, of each kind.
const MAX_KEYS: u64 = 50_000;
/// No window is longer.
const MAX_WINDOW: Duration = Duration::from_secs(24 * 3600);
/// A host takes this part of a limit at once.
const PART: i64 = 16;
const SWEEP_EVERY: TimeDelta = MINUTE;

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
    /// Counts a call to a route, or refuses it with [`Error::TooMany`].
    pub(crate) async fn count_call(
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
                what: limit.name,
                tenant: Some(tenant),
                address,
                name,
                most,
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
        // What was called counts, however it ends.
        self.take(host, &counts).await.map(drop)
    }

    /// Counts a writing call of a customer's user, in addition to the limit of its route.
    pub(crate) async fn count_write(
        &self,
        host: &Host,
        tenant: TenantId,
        caller: &Caller,
    ) -> Result<()> {
        let (Some(user), Some(customer)) = (caller.user(), caller.customer()) else {
            return Ok(());
        };
        let (user, customer) = (user.to_string(), customer.to_string());
        let count = Count {
            what: "",
            tenant: Some(tenant),
            address: None,
            name: None,
            most: 0,
            window: DAY,
        };
        let counts = [
            Count {
                what: "customer-user-writes",
                name: Some(&user),
                most: CUSTOMER_WRITES_A_MINUTE,
                window: MINUTE,
                ..count
            },
            Count {
                what: "customer-writes",
                name: Some(&customer),
                most: CUSTOMER_WRITES_A_DAY,
                ..count
            },
        ];
        self.take(host, &counts).await.map(drop)
    }

    /// Counts one more of each, the narrowest first, or tells with [`Error::TooMany`] in how many seconds to come again.
    /// An attempt that is refused counts nowhere. What is let through is counted when this returns: what it is to be
    /// judged by comes after.
    pub async fn take(&self, host: &Host, counts: &[Count<'_>]) -> Result<Ticket> {
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
            let share = match count.part() {
                1 => None,
                _ => Some(
                    self.shares
                        .get_with(key.clone(), Arc::default)
                        .lock_owned()
                        .await,
                ),
            };
            match share {
                Some(mut share) if share.left > 0 && share.begun_at + count.window > now => {
                    share.left -= 1;
                    taken.push((key, share.begun_at));
                }
                share => missing.push(Missing { count, key, share }),
            }
        }
        match self.ask_database(host, missing, now).await {
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

    async fn ask_database(
        &self,
        host: &Host,
        missing: Vec<Missing<'_>>,
        now: DateTime<Utc>,
    ) -> Result<Vec<(String, DateTime<Utc>)>> {
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        let mut granted = Vec::with_capacity(missing.len());
        for Missing { count, key, share } in missing {
            let (most, wanted) = (i64::from(count.most), count.part());
            let (sum, begun_at) = store::take(&mut tx, &key, wanted, now, count.window).await?;
            let got = wanted.min(most - (sum - wanted));
            if got < 1 {
                // The transaction is not saved.
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
                    left: got - 1,
                    begun_at,
                };
            }
            (key, begun_at)
        });
        Ok(granted.collect())
    }

    async fn return_to_share(&self, key: &str, begun_at: DateTime<Utc>) {
        if let Some(share) = self.shares.get(key) {
            let mut share = share.lock().await;
            if share.begun_at == begun_at {
                share.left += 1;
            }
        }
    }

    /// Removes counts whose window is over, now and then.
    async fn sweep(&self, host: &Host, now: DateTime<Utc>) -> Result<()> {
        let (last, this) = (self.swept_at.load(Ordering::Relaxed), now.timestamp());
        let is_time = this >= last + SWEEP_EVERY.num_seconds();
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
    /// The attempt turned out well and counts no longer.
    pub async fn give_back(self, host: &Host) -> Result<()> {
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        for (key, begun_at) in &self.0 {
            store::give_back(&mut tx, key, *begun_at).await?;
        }
        tx.commit().await
    }
}

impl Count<'_> {
    /// So many are taken from the database at once.
    fn part(&self) -> i64 {
        (i64::from(self.most) / PART).max(1)
    }

    /// Names can be long and are people's: what is kept of them is short and tells nothing.
    fn key(&self) -> String {
        let tenant = self
            .tenant
            .map(|tenant| tenant.to_string())
            .unwrap_or_default();
        let address = self.address.map(counted_address).unwrap_or_default();
        // Only the last may hold a line break.
        let text = format!(
            "{}\n{tenant}\n{address}\n{}",
            self.what,
            self.name.unwrap_or_default()
        );
        hex::encode(Sha256::digest(text.as_bytes()))
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
    use super::*;

    #[test]
    fn things_are_counted_apart() {
        let one = Count {
            what: "quote",
            tenant: Some(TenantId(1)),
            address: Some("2001:db8::1"),
            name: None,
            most: 5,
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
                what: "track",
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
    fn what_is_left_is_told_in_whole_seconds() {
        assert_eq!(seconds(TimeDelta::milliseconds(1)), 1);
        assert_eq!(seconds(TimeDelta::milliseconds(59_001)), 60);
        assert_eq!(seconds(TimeDelta::zero()), 1);
    }
}
