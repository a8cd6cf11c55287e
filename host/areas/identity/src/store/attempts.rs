//! The statements over the counts of attempts, which all tenants share.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{
    Result,
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
const LOCKED_UNTIL: PlatformSql = PlatformSql("SELECT locked_until FROM attempts WHERE attempt_key = $1");
const FAILED: PlatformSql = PlatformSql(
    "INSERT INTO attempts (attempt_key, count, begun_at, locked_until, forget_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (attempt_key) DO UPDATE SET
       count = CASE WHEN attempts.count + 1 >= $6 THEN 0 ELSE attempts.count + 1 END,
       locked_until = CASE WHEN attempts.count + 1 >= $6 THEN $7 ELSE attempts.locked_until END,
       forget_at = $5",
);

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

pub(crate) async fn locked_until(tx: &mut Tx, key: &str) -> Result<Option<DateTime<Utc>>> {
    let rows = tx.platform(LOCKED_UNTIL, vec![Val::Text(key.to_owned())]).await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?.flatten())
}

/// One more failure; the last of `most` begins the lock.
pub(crate) async fn failed(
    tx: &mut Tx,
    key: &str,
    most: i64,
    (now, locked_until, forget_at): (DateTime<Utc>, DateTime<Utc>, DateTime<Utc>),
) -> Result<()> {
    let (count, locked) = if most <= 1 { (0, Some(locked_until)) } else { (1, None) };
    let values = vec![
        Val::Text(key.to_owned()),
        count.val(),
        now.val(),
        locked.val(),
        forget_at.val(),
        most.val(),
        locked_until.val(),
    ];
    tx.platform(FAILED, values).await?;
    Ok(())
}
