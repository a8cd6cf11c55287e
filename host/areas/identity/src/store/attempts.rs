//! The statements over the counts of attempts, which all tenants share.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Result, Scope,
    db::{Col, PlatformSql, Tx, Val},
};

const TAKE: PlatformSql = PlatformSql(
    "INSERT INTO attempts (attempt_key, count, begun_at, forget_at) VALUES ($1, 1, $2, $4)
     ON CONFLICT (attempt_key) DO UPDATE SET
       count = CASE WHEN attempts.begun_at <= $3 THEN 1 ELSE attempts.count + 1 END,
       begun_at = CASE WHEN attempts.begun_at <= $3 THEN $2 ELSE attempts.begun_at END,
       forget_at = CASE WHEN attempts.begun_at <= $3 THEN $4 ELSE attempts.forget_at END
     RETURNING count, begun_at",
);
const GIVE_BACK: PlatformSql =
    PlatformSql("UPDATE attempts SET count = count - 1 WHERE attempt_key = $1 AND begun_at = $2 AND count > 0");
const SWEEP: PlatformSql = PlatformSql("DELETE FROM attempts WHERE forget_at <= $1");
/// A lock that is over begins the count anew.
const COUNT_ON_NAME: PlatformSql = PlatformSql(
    "INSERT INTO attempts (attempt_key, count, begun_at, locked_until, forget_at) VALUES ($1, 1, $2, $3, $4)
     ON CONFLICT (attempt_key) DO UPDATE SET
       count = CASE WHEN attempts.locked_until IS NULL THEN attempts.count + 1 ELSE 1 END,
       locked_until = CASE WHEN (CASE WHEN attempts.locked_until IS NULL THEN attempts.count + 1 ELSE 1 END) >= $5
         THEN $6 ELSE NULL END,
       forget_at = $4
     WHERE attempts.locked_until IS NULL OR attempts.locked_until <= $2 RETURNING count",
);
const UNCOUNT_ON_NAME: PlatformSql = PlatformSql(
    "UPDATE attempts SET count = count - 1, locked_until = CASE WHEN count - 1 < $2 THEN NULL ELSE locked_until END
     WHERE attempt_key = $1 AND count > 0",
);
const FORGET_NAME: PlatformSql = PlatformSql("DELETE FROM attempts WHERE attempt_key = $1");

/// Counts one more in the window that is open, or opens one. Gives the count and when the window began.
pub(crate) async fn take(
    tx: &mut Tx,
    key: &str,
    now: DateTime<Utc>,
    window: TimeDelta,
) -> Result<(i64, DateTime<Utc>)> {
    let values = vec![Val::Text(key.to_owned()), now.val(), (now - window).val(), (now + window).val()];
    let rows = tx.platform(TAKE, values).await?;
    Ok((rows[0].get(0)?, rows[0].get(1)?))
}

pub(crate) async fn give_back(tx: &mut Tx, key: &str, begun_at: DateTime<Utc>) -> Result<()> {
    tx.platform(GIVE_BACK, vec![Val::Text(key.to_owned()), begun_at.val()]).await?;
    Ok(())
}

/// Takes away what tells nothing any more.
pub(crate) async fn sweep(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    tx.platform(SWEEP, vec![now.val()]).await?;
    Ok(())
}

/// Counts an attempt on a name, as one on a user is counted: the last of `most` begins the lock. False when it is locked.
pub(crate) async fn count_on_name(
    scope: &mut Scope,
    key: &str,
    most: i64,
    (now, locked_until, forget_at): (DateTime<Utc>, DateTime<Utc>, DateTime<Utc>),
) -> Result<bool> {
    let at_once = (most <= 1).then_some(locked_until);
    let values =
        vec![Val::Text(key.to_owned()), now.val(), at_once.val(), forget_at.val(), most.val(), locked_until.val()];
    Ok(!scope.platform(COUNT_ON_NAME, values).await?.is_empty())
}

/// Takes back the count of an attempt on a name.
pub(crate) async fn uncount_on_name(scope: &mut Scope, key: &str, most: i64) -> Result<()> {
    scope.platform(UNCOUNT_ON_NAME, vec![Val::Text(key.to_owned()), most.val()]).await?;
    Ok(())
}

pub(crate) async fn forget_name(scope: &mut Scope, key: &str) -> Result<()> {
    scope.platform(FORGET_NAME, vec![Val::Text(key.to_owned())]).await?;
    Ok(())
}
