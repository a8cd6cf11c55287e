//! Counting attempts: how many came lately, and which unknown names are locked out like known ones.
//!
//! The counts stand in the database, so that all hosts of a platform count together. What was refused once is refused
//! from memory until its time is over: a flood does not reach the database.

use std::{net::IpAddr, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Error, Host, Result, Scope, db::Mode, ids::TenantId};
use moka::sync::Cache;
use sha2::{Digest, Sha256};
use tenancy::UserLockOut;

use crate::store::attempts as store;

/// How much of one thing is allowed within a window of time.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    what: &'static str,
    /// On one name, wherever it comes from.
    on_one: Option<i64>,
    /// On one name from one address.
    on_one_from_one: Option<i64>,
    /// From one address, on one tenant or on all.
    from_one: i64,
    on_all_tenants: bool,
    window: TimeDelta,
}

/// Passwords and secrets of integrations.
pub const SIGN_IN: Limit = Limit {
    what: "sign in",
    on_one: None,
    on_one_from_one: Some(10),
    from_one: 60,
    on_all_tenants: true,
    window: TimeDelta::seconds(60),
};
/// Mails that a stranger can have sent to somebody.
pub const MAILS: Limit = Limit {
    what: "mail",
    on_one: Some(3),
    on_one_from_one: None,
    from_one: 20,
    on_all_tenants: false,
    window: TimeDelta::minutes(15),
};
/// Codes mailed to somebody who knows the password.
pub const MAILED_CODES: Limit = Limit { what: "mailed code", on_one: Some(5), from_one: 30, ..MAILS };
/// Trying codes of mails, and tokens.
pub const CODES: Limit = Limit { what: "code", on_all_tenants: false, ..SIGN_IN };
/// Proving a second step while signed in.
pub const SECOND_STEPS: Limit = Limit { what: "second step", on_one: Some(10), ..CODES };
/// New customers.
pub const REGISTRATIONS: Limit =
    Limit { what: "register", on_one: Some(5), from_one: 10, window: TimeDelta::minutes(60), ..MAILS };

/// Names and addresses remembered at most.
const MAX_COUNT: u64 = 50_000;
/// Failures on a name without a user are forgotten after this long.
const UNKNOWN: TimeDelta = TimeDelta::hours(24);

/// Refusals that this program remembers.
pub struct Attempts {
    refused: Cache<String, DateTime<Utc>>,
}

/// Attempts that were let through; given back when they turn out well.
pub struct Ticket(Vec<(String, DateTime<Utc>)>);

impl Default for Attempts {
    fn default() -> Self {
        Self { refused: Cache::builder().max_capacity(MAX_COUNT).time_to_live(Duration::from_secs(3600)).build() }
    }
}

impl Attempts {
    /// Counts an attempt, or tells with [`Error::TooMany`] in how many seconds to come again.
    pub async fn begin(&self, scope: &Scope, tenant: TenantId, limit: Limit, name: &str) -> Result<Ticket> {
        let (host, now) = (scope.host(), scope.now());
        let keys = keys(limit, tenant, &scope.request.address, name);
        for (key, _) in &keys {
            if let Some(until) = self.refused.get(key).filter(|until| *until > now) {
                return Err(Error::TooMany(seconds(until - now)));
            }
        }
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        let mut taken = Vec::with_capacity(keys.len());
        let mut is_new = false;
        for (key, most) in keys {
            let (count, begun_at) = store::take(&mut tx, &key, now, limit.window).await?;
            if count > most {
                // Nothing is saved: an attempt that was not let through does not count.
                let until = begun_at + limit.window;
                self.refused.insert(key, until);
                return Err(Error::TooMany(seconds(until - now)));
            }
            is_new |= count == 1;
            taken.push((key, begun_at));
        }
        tx.commit().await?;
        if is_new {
            let mut tx = host.db().begin_platform(Mode::Soon).await?;
            store::sweep(&mut tx, now).await?;
            tx.commit().await?;
        }
        Ok(Ticket(taken))
    }
}

/// Counts an attempt on a name before it is judged, as it is counted on a user: all names are counted alike, and what is
/// counted on one that has a user is asked only if none has. False for a name that is locked out.
pub async fn count_on_name(scope: &mut Scope, name: &str, rules: &UserLockOut) -> Result<bool> {
    if !rules.is_enabled {
        return Ok(true);
    }
    let (now, key) = (scope.now(), lock_key(scope.tenant, name));
    let locked_until = now + TimeDelta::seconds(i64::from(rules.default_account_lockout_seconds));
    let forget_at = locked_until.max(now + UNKNOWN);
    let most = i64::from(rules.max_failed_access_attempts_before_lockout);
    store::count_on_name(scope, &key, most, (now, locked_until, forget_at)).await
}

/// Takes back the count of an attempt on a name that was right.
pub async fn uncount_on_name(scope: &mut Scope, name: &str, rules: &UserLockOut) -> Result<()> {
    let most = i64::from(rules.max_failed_access_attempts_before_lockout);
    let key = lock_key(scope.tenant, name);
    store::uncount_on_name(scope, &key, most).await
}

/// Forgets what was counted on a name.
pub async fn forget_name(scope: &mut Scope, name: &str) -> Result<()> {
    let key = lock_key(scope.tenant, name);
    store::forget_name(scope, &key).await
}

impl Ticket {
    /// The attempt was a good one and counts no longer.
    pub async fn give_back(self, host: &Host) -> Result<()> {
        let mut tx = host.db().begin_platform(Mode::Soon).await?;
        for (key, begun_at) in &self.0 {
            store::give_back(&mut tx, key, *begun_at).await?;
        }
        tx.commit().await
    }
}

/// What is counted, the narrowest first, so that all hosts take the rows in the same order.
fn keys(limit: Limit, tenant: TenantId, address: &str, name: &str) -> Vec<(String, i64)> {
    let (what, address) = (limit.what, neighbourhood(address));
    let mut keys = Vec::with_capacity(3);
    if let Some(most) = limit.on_one_from_one {
        keys.push((hashed(&format!("{what}\n{address}\n{tenant}\n{name}")), most));
    }
    if let Some(most) = limit.on_one {
        keys.push((hashed(&format!("{what}\n\n{tenant}\n{name}")), most));
    }
    let place = if limit.on_all_tenants { String::new() } else { tenant.to_string() };
    keys.push((hashed(&format!("{what}\n{address}\n{place}")), limit.from_one));
    keys
}

fn lock_key(tenant: TenantId, name: &str) -> String {
    hashed(&format!("unknown\n{tenant}\n{name}"))
}

/// Names can be long and are people's: what is kept of them is short and tells nothing.
fn hashed(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

fn seconds(left: TimeDelta) -> u64 {
    u64::try_from((left.num_milliseconds() + 999) / 1000).unwrap_or_default().max(1)
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

    #[test]
    fn one_network_of_a_provider_is_one_address() {
        assert_eq!(neighbourhood("2001:db8::1"), neighbourhood("2001:db8::2"));
        assert_ne!(neighbourhood("2001:db8::1"), neighbourhood("2001:db8:0:1::1"));
        assert_eq!(neighbourhood("::ffff:10.0.0.1"), "10.0.0.1");
        assert_eq!(neighbourhood("10.0.0.1"), "10.0.0.1");
    }

    #[test]
    fn things_are_counted_apart() {
        let (one, other) = (TenantId(1), TenantId(2));
        let sign_in = keys(SIGN_IN, one, "10.0.0.1", "mia");
        assert_eq!(sign_in.iter().map(|(_, most)| *most).collect::<Vec<_>>(), [10, 60]);
        assert_ne!(sign_in[0].0, keys(SIGN_IN, one, "10.0.0.2", "mia")[0].0);
        // A mail counts on whom it goes to, wherever it was asked for.
        let mail = |tenant, address| keys(MAILS, tenant, address, "mia");
        assert_eq!(mail(one, "10.0.0.1")[0], mail(one, "10.0.0.2")[0]);
        assert_ne!(mail(one, "10.0.0.1")[1], mail(one, "10.0.0.2")[1]);
        assert_ne!(mail(one, "10.0.0.1")[0], mail(other, "10.0.0.1")[0]);
        assert_ne!(sign_in[1].0, keys(CODES, one, "10.0.0.1", "mia")[1].0);
        // Whoever tries passwords is counted on all tenants together.
        assert_eq!(sign_in[1], keys(SIGN_IN, other, "10.0.0.1", "tom")[1]);
    }

    #[test]
    fn what_is_left_is_told_in_whole_seconds() {
        assert_eq!(seconds(TimeDelta::milliseconds(1)), 1);
        assert_eq!(seconds(TimeDelta::milliseconds(59_001)), 60);
        assert_eq!(seconds(TimeDelta::zero()), 1);
    }
}
