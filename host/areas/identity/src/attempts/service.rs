//! Rate limits of attempts, and lockout of unknown names.

use chrono::TimeDelta;
use data::{Result, Scope, ids::TenantId};
use sha2::{Digest, Sha256};
use tenancy::UserLockOut;
use work::limiter::{Count, Limiter, MINUTE, Ticket};

use crate::attempts::store;

#[derive(Debug, Clone, Copy)]
pub struct Limit {
    what: &'static str,
    /// On one name, from any address.
    on_one: Option<u32>,
    /// On one name from one address.
    on_one_from_one: Option<u32>,
    /// From one address, in one tenant or in all.
    from_one: u32,
    on_all_tenants: bool,
    window: TimeDelta,
}

/// Passwords, and secrets of integrations.
pub const SIGN_IN: Limit = Limit {
    what: "sign in",
    on_one: None,
    on_one_from_one: Some(10),
    from_one: 60,
    on_all_tenants: true,
    window: MINUTE,
};
/// Emails requested by guests.
pub const MAILS: Limit = Limit {
    what: "mail",
    on_one: Some(3),
    on_one_from_one: None,
    from_one: 20,
    on_all_tenants: false,
    window: TimeDelta::minutes(15),
};
/// Codes mailed after a valid password.
pub const MAILED_CODES: Limit = Limit {
    what: "mailed code",
    on_one: Some(5),
    from_one: 30,
    ..MAILS
};
/// Codes of emails, and tokens.
pub const CODES: Limit = Limit {
    what: "code",
    on_all_tenants: false,
    ..SIGN_IN
};
/// Second steps while signed in.
pub const SECOND_STEPS: Limit = Limit {
    what: "second step",
    on_one: Some(10),
    ..CODES
};
pub const REGISTRATIONS: Limit = Limit {
    what: "register",
    on_one: Some(5),
    from_one: 10,
    window: TimeDelta::minutes(60),
    ..MAILS
};

/// Time after which failures on an unknown name are deleted.
const UNKNOWN_NAME_RETENTION: TimeDelta = TimeDelta::hours(24);

/// Counts an attempt before it is verified. Fails with [`data::Error::TooMany`].
pub async fn begin(scope: &Scope, tenant: TenantId, limit: Limit, name: &str) -> Result<Ticket> {
    let counts = counters(limit, tenant, &scope.request.address, name);
    Limiter::from_host(scope.host())?
        .count_attempts(scope.host(), &counts)
        .await
}

/// Counts an attempt on a name exactly as on a user, so that unknown names can't be detected. False
/// if the name is locked out.
pub async fn count_on_name(scope: &mut Scope, name: &str, rules: &UserLockOut) -> Result<bool> {
    if !rules.is_enabled {
        return Ok(true);
    }
    let (now, key) = (scope.now(), lock_key(scope.tenant, name));
    let locked_until = now + TimeDelta::seconds(i64::from(rules.default_account_lockout_seconds));
    let forget_at = locked_until.max(now + UNKNOWN_NAME_RETENTION);
    let most = i64::from(rules.max_failed_access_attempts_before_lockout);
    store::count_on_name(scope, &key, most, (now, locked_until, forget_at)).await
}

/// Reverts the count of a successful attempt on a name.
pub async fn uncount_on_name(scope: &mut Scope, name: &str, rules: &UserLockOut) -> Result<()> {
    let most = i64::from(rules.max_failed_access_attempts_before_lockout);
    let key = lock_key(scope.tenant, name);
    store::uncount_on_name(scope, &key, most).await
}

pub async fn forget_name(scope: &mut Scope, name: &str) -> Result<()> {
    let key = lock_key(scope.tenant, name);
    store::forget_name(scope, &key).await
}

/// Counts an attempt in the scope's tenant, whatever its result.
pub async fn count(scope: &Scope, limit: Limit, name: &str) -> Result<()> {
    begin(scope, scope.tenant, limit, name).await.map(drop)
}

fn counters<'a>(limit: Limit, tenant: TenantId, address: &'a str, name: &'a str) -> Vec<Count<'a>> {
    let count = |tenant, address, name, most: Option<u32>| {
        most.map(|most| Count {
            subject: limit.what,
            tenant,
            address,
            name,
            max: most,
            window: limit.window,
        })
    };
    let place = if limit.on_all_tenants {
        None
    } else {
        Some(tenant)
    };
    let all = [
        count(
            Some(tenant),
            Some(address),
            Some(name),
            limit.on_one_from_one,
        ),
        count(Some(tenant), None, Some(name), limit.on_one),
        count(place, Some(address), None, Some(limit.from_one)),
    ];
    all.into_iter().flatten().collect()
}

fn lock_key(tenant: TenantId, name: &str) -> String {
    hash_name(&format!("unknown\n{tenant}\n{name}"))
}

/// Shortens names, which are personal data, to a hash.
fn hash_name(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_counts_on_its_name_and_its_address() {
        let (one, other) = (TenantId(1), TenantId(2));
        let counted = |limit, tenant| {
            let counts = counters(limit, tenant, "10.0.0.1", "mia");
            counts
                .iter()
                .map(|it| (it.tenant, it.address, it.name, it.max))
                .collect::<Vec<_>>()
        };
        // Passwords from one address are counted over all tenants.
        let sign_in = [
            (Some(one), Some("10.0.0.1"), Some("mia"), 10),
            (None, Some("10.0.0.1"), None, 60),
        ];
        assert_eq!(counted(SIGN_IN, one), sign_in);
        assert_eq!(counted(SIGN_IN, other)[1], sign_in[1]);
        // An email counts against its recipient, regardless of the requester's address.
        let mail = [
            (Some(one), None, Some("mia"), 3),
            (Some(one), Some("10.0.0.1"), None, 20),
        ];
        assert_eq!(counted(MAILS, one), mail);
    }
}
