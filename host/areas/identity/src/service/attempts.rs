//! Counting attempts: how many came within a minute, and which unknown names are locked out like known ones.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::ids::TenantId;
use moka::sync::Cache;

/// Attempts that are looked back on.
const WINDOW: TimeDelta = TimeDelta::seconds(60);
/// Attempts within the window from one address on one name, and from one address in all.
const ON_ONE_NAME: usize = 10;
const FROM_ONE_ADDRESS: usize = 60;
/// Failed attempts that lock a user out, and for how long.
pub const FAILURES: i64 = 5;
pub const LOCKED: TimeDelta = TimeDelta::seconds(300);
/// Names and addresses remembered at most.
const MOST: u64 = 50_000;

type Times = Arc<Mutex<VecDeque<DateTime<Utc>>>>;

/// What this program has seen lately. Each host of a platform counts for itself.
pub struct Attempts {
    windows: Cache<String, Times>,
    unknown: Cache<(TenantId, String), Unknown>,
}

/// Failures on a name that no user has.
#[derive(Debug, Clone, Copy, Default)]
struct Unknown {
    failures: i64,
    locked_until: Option<DateTime<Utc>>,
}

/// Attempts that were let through; given back when they turn out well.
pub struct Ticket(Vec<Times>);

impl Default for Attempts {
    fn default() -> Self {
        let minutes = |count: u64| Duration::from_secs(count * 60);
        Self {
            windows: Cache::builder().max_capacity(MOST).time_to_idle(minutes(2)).build(),
            unknown: Cache::builder().max_capacity(MOST).time_to_live(minutes(60)).build(),
        }
    }
}

impl Attempts {
    /// Counts an attempt, or tells in how many seconds to come again.
    pub fn begin(&self, address: &str, name: &str, now: DateTime<Utc>) -> Result<Ticket, u64> {
        let address = neighbourhood(address);
        let keys = [(format!("{address} {name}"), ON_ONE_NAME), (address, FROM_ONE_ADDRESS)];
        let mut taken = Vec::with_capacity(keys.len());
        for (key, most) in keys {
            let times = self.windows.get_with(key, Times::default);
            match take(&times, most, now) {
                Ok(()) => taken.push(times),
                Err(seconds) => {
                    Ticket(taken).give_back();
                    return Err(seconds);
                }
            }
        }
        Ok(Ticket(taken))
    }

    /// Whether a name without a user is locked out.
    pub fn is_locked(&self, tenant: TenantId, name: &str, now: DateTime<Utc>) -> bool {
        let known = self.unknown.get(&(tenant, name.to_owned()));
        known.and_then(|unknown| unknown.locked_until).is_some_and(|until| until > now)
    }

    /// Counts a failure on a name without a user, as it would be counted on a user.
    pub fn failed(&self, tenant: TenantId, name: &str, now: DateTime<Utc>) {
        let key = (tenant, name.to_owned());
        let mut unknown = self.unknown.get(&key).unwrap_or_default();
        unknown.failures += 1;
        if unknown.failures >= FAILURES {
            unknown = Unknown { failures: 0, locked_until: Some(now + LOCKED) };
        }
        self.unknown.insert(key, unknown);
    }
}

impl Ticket {
    /// The attempt was a good one and counts no longer.
    pub fn give_back(self) {
        for times in self.0 {
            times.lock().unwrap_or_else(PoisonError::into_inner).pop_back();
        }
    }
}

fn take(times: &Times, most: usize, now: DateTime<Utc>) -> Result<(), u64> {
    let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
    while times.front().is_some_and(|first| *first + WINDOW <= now) {
        times.pop_front();
    }
    match times.front() {
        Some(first) if times.len() >= most => {
            Err(u64::try_from((*first + WINDOW - now).num_seconds()).unwrap_or_default() + 1)
        }
        _ => {
            times.push_back(now);
            Ok(())
        }
    }
}

/// The address, or for IPv6 the network that one customer of a provider has.
fn neighbourhood(address: &str) -> String {
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V6(v6)) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.to_string(),
            None => {
                let [a, b, c, d, ..] = v6.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        },
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    #[test]
    fn the_eleventh_attempt_within_a_minute_waits() {
        let attempts = Attempts::default();
        for second in 0..10 {
            assert!(attempts.begin("10.0.0.1", "mia", noon() + TimeDelta::seconds(second)).is_ok());
        }
        let eleventh = attempts.begin("10.0.0.1", "mia", noon() + TimeDelta::seconds(20));
        assert_eq!(eleventh.err(), Some(41));
        assert!(attempts.begin("10.0.0.1", "tom", noon() + TimeDelta::seconds(20)).is_ok());
        assert!(attempts.begin("10.0.0.2", "mia", noon() + TimeDelta::seconds(20)).is_ok());
        assert!(attempts.begin("10.0.0.1", "mia", noon() + TimeDelta::seconds(60)).is_ok());
    }

    #[test]
    fn an_attempt_that_turns_out_well_does_not_count() {
        let attempts = Attempts::default();
        for _ in 0..100 {
            attempts.begin("10.0.0.1", "mia", noon()).ok().unwrap().give_back();
        }
    }

    #[test]
    fn one_address_can_not_try_many_names() {
        let attempts = Attempts::default();
        for n in 0..FROM_ONE_ADDRESS {
            assert!(attempts.begin("2001:db8::1", &format!("user{n}"), noon()).is_ok());
        }
        assert!(attempts.begin("2001:db8::2", "another", noon()).is_err());
        assert!(attempts.begin("2001:db8:0:1::2", "another", noon()).is_ok());
    }

    #[test]
    fn an_unknown_name_is_locked_as_a_known_one() {
        let attempts = Attempts::default();
        for _ in 1..FAILURES {
            attempts.failed(TenantId(1), "nobody", noon());
        }
        assert!(!attempts.is_locked(TenantId(1), "nobody", noon()));
        attempts.failed(TenantId(1), "nobody", noon());
        assert!(attempts.is_locked(TenantId(1), "nobody", noon()));
        assert!(!attempts.is_locked(TenantId(2), "nobody", noon()));
        assert!(!attempts.is_locked(TenantId(1), "nobody", noon() + LOCKED));
    }
}
