//! Signing secrets: created here, encrypted at rest, overlapping during rotation.

use chrono::{DateTime, TimeDelta, Utc};
use data::{Result, Scope, db::Sealed, files, secrets::Secret};

use crate::model::Subscription;

pub const PURPOSE: &str = "webhooks.secret";
/// Identifies secrets to people and leak scanners.
const PREFIX: &str = "whsec_";
/// Validity of the previous secret after a rotation.
pub const OVERLAP: TimeDelta = TimeDelta::hours(24);

/// Returned once. The previous secret also signs during the overlap, unless it ends now.
pub fn rotate(scope: &Scope, subscription: &mut Subscription, ends_now: bool) -> Result<String> {
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

/// Returns the current signing secrets, newest first.
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
