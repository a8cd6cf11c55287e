//! The secrets that messages are signed with: made here, sealed at rest, and overlapping while one is replaced.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Result, Scope, db::Sealed, files, secrets::Secret};

use crate::model::Subscription;

/// What secrets are sealed for.
pub const PURPOSE: &str = "webhooks.secret";
/// Tells people and programs that look for leaked secrets what it is.
const PREFIX: &str = "whsec_";
/// How long the secret before signs, too.
pub const OVERLAP: TimeDelta = TimeDelta::hours(24);

/// Gives the subscription a new secret, which is told this once. The one before signs as well until its time is over, or
/// ends now.
pub fn renew(scope: &Scope, subscription: &mut Subscription, ends_now: bool) -> Result<String> {
    let secret = format!("{PREFIX}{}", files::random_token()?);
    let sealed =
        scope
            .host()
            .secrets()
            .seal(scope.tenant, PURPOSE, &Secret::new(secret.as_str()))?;
    let before = std::mem::replace(&mut subscription.secret, Sealed(sealed));
    let overlaps = !before.0.is_empty() && !ends_now;
    subscription.old_secret = overlaps.then_some(before);
    subscription.old_secret_until = overlaps.then(|| scope.now() + OVERLAP);
    Ok(secret)
}

/// The secrets that sign at this time, the present one first.
pub fn signing(
    scope: &Scope,
    subscription: &Subscription,
    now: DateTime<Utc>,
) -> Result<Vec<Secret>> {
    let overlaps = subscription
        .old_secret_until
        .is_some_and(|until| now < until);
    let old = subscription.old_secret.as_ref().filter(|_| overlaps);
    let open = |sealed: &Sealed| {
        scope
            .host()
            .secrets()
            .open_sealed(scope.tenant, PURPOSE, &sealed.0)
    };
    std::iter::once(&subscription.secret)
        .chain(old)
        .map(open)
        .collect()
}
