//! Statements on failed attempts on names without a user.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, PlatformSql, Val},
};

const SWEEP: PlatformSql = PlatformSql("DELETE FROM attempts WHERE forget_at <= $1");
/// An expired lock restarts the count.
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

/// Counts an attempt on a name like one on a user: the last of `most` starts the lock. False if
/// locked.
pub(crate) async fn count_on_name(
    scope: &mut Scope,
    key: &str,
    max: i64,
    (now, locked_until, forget_at): (DateTime<Utc>, DateTime<Utc>, DateTime<Utc>),
) -> Result<bool> {
    let at_once = (max <= 1).then_some(locked_until);
    let values = vec![
        Val::Text(key.to_owned()),
        now.val(),
        at_once.val(),
        forget_at.val(),
        max.val(),
        locked_until.val(),
    ];
    let rows = scope.platform(COUNT_ON_NAME, values).await?;
    let count: Option<i64> = rows.first().map(|row| row.get(0)).transpose()?;
    if count == Some(1) {
        // A new name: time to delete expired ones.
        scope.platform(SWEEP, vec![now.val()]).await?;
    }
    Ok(count.is_some())
}

pub(crate) async fn uncount_on_name(scope: &mut Scope, key: &str, max: i64) -> Result<()> {
    scope
        .platform(UNCOUNT_ON_NAME, vec![Val::Text(key.to_owned()), max.val()])
        .await?;
    Ok(())
}

pub(crate) async fn forget_name(scope: &mut Scope, key: &str) -> Result<()> {
    scope
        .platform(FORGET_NAME, vec![Val::Text(key.to_owned())])
        .await?;
    Ok(())
}
