//! How many calls a minute an endpoint takes: counted by each host of the platform for itself.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, Utc};
use kernel::ids::TenantId;
use moka::sync::Cache;

/// Whose calls are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Whose {
    pub tenant: TenantId,
    pub plugin: String,
    /// The endpoint's path as its manifest has it.
    pub path: String,
    /// The network of the caller's address, where callers are counted one by one.
    pub from: Option<String>,
}

/// What was counted lately. One lives in every program and is found as a port.
pub struct DoorRates(Cache<Whose, Arc<Mutex<Bucket>>>);

/// Calls that are left, filled up evenly.
struct Bucket {
    left: f64,
    at: DateTime<Utc>,
}

/// A bucket nobody asked for so long is full again.
const FORGET: Duration = Duration::from_secs(120);

impl Default for DoorRates {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(100_000).time_to_idle(FORGET).build())
    }
}

impl DoorRates {
    /// Takes one of `per_minute` calls; the error is the number of seconds after which there is one again.
    pub(super) fn take(&self, whose: Whose, per_minute: u32, now: DateTime<Utc>) -> Result<(), u64> {
        let full = f64::from(per_minute);
        let bucket = self.0.get_with(whose, || Arc::new(Mutex::new(Bucket { left: full, at: now })));
        let mut bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = (now - bucket.at).num_milliseconds().max(0) as f64;
        bucket.left = (bucket.left + passed * full / 60_000.0).min(full);
        bucket.at = bucket.at.max(now);
        if bucket.left >= 1.0 {
            bucket.left -= 1.0;
            return Ok(());
        }
        let missing = (1.0 - bucket.left) * 60.0 / full;
        Err((missing.ceil() as u64).max(1))
    }
}

/// The network that an address is counted with: an IPv6 caller has a whole /64 for itself.
pub(super) fn network(address: &str) -> String {
    match address.parse::<std::net::IpAddr>() {
        Ok(std::net::IpAddr::V6(six)) if six.to_ipv4_mapped().is_none() => {
            let [a, b, c, d, ..] = six.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, TimeZone};

    use super::*;

    #[test]
    fn calls_are_counted_and_come_back_with_time() {
        let rates = DoorRates::default();
        let whose = |from: &str| Whose {
            tenant: TenantId(1),
            plugin: "ferry".to_owned(),
            path: "/events".to_owned(),
            from: Some(from.to_owned()),
        };
        let start = Utc.with_ymd_and_hms(2026, 3, 4, 5, 6, 7).unwrap();
        assert_eq!(rates.take(whose("a"), 2, start), Ok(()));
        assert_eq!(rates.take(whose("a"), 2, start), Ok(()));
        assert_eq!(rates.take(whose("a"), 2, start), Err(30));
        assert_eq!(rates.take(whose("b"), 2, start), Ok(()), "another caller's calls are its own");
        let later = start + TimeDelta::seconds(30);
        assert_eq!(rates.take(whose("a"), 2, later), Ok(()));
        assert_eq!(rates.take(whose("a"), 2, later), Err(30));
        assert_eq!(rates.take(whose("a"), 2, start), Err(30), "a clock that goes back gives nothing");
    }

    #[test]
    fn an_ipv6_caller_is_counted_by_network() {
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("10.0.0.1"), "10.0.0.1");
        assert_ne!(network("::ffff:10.0.0.1"), network("::ffff:10.0.0.2"));
    }
}
