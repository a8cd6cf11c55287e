//! Statements over the counts, which all tenants share.

use chrono::{DateTime, TimeDelta, Utc};

use data::{
    db::{PlatformSql, Tx},
    error::Result,
    value::{Col, Val},
};

const TAKE: PlatformSql = PlatformSql(
    "INSERT INTO call_counts (count_key, count, begun_at, forget_at) VALUES ($1, $5, $2, $4)
     ON CONFLICT (count_key) DO UPDATE SET
       count = CASE WHEN call_counts.begun_at <= $3 THEN $5 ELSE call_counts.count + $5 END,
       begun_at = CASE WHEN call_counts.begun_at <= $3 THEN $2 ELSE call_counts.begun_at END,
       forget_at = CASE WHEN call_counts.begun_at <= $3 THEN $4 ELSE call_counts.forget_at END
     RETURNING count, begun_at",
);
const RELEASE: PlatformSql = PlatformSql(
    "UPDATE call_counts SET count = count - 1 WHERE count_key = $1 AND begun_at = $2 AND count > 0",
);
const SWEEP: PlatformSql = PlatformSql("DELETE FROM call_counts WHERE forget_at <= $1");

/// Returns the open window's sum and start.
pub(super) async fn take(
    tx: &mut Tx,
    key: &str,
    many: i64,
    now: DateTime<Utc>,
    window: TimeDelta,
) -> Result<(i64, DateTime<Utc>)> {
    let values = vec![
        Val::Text(key.to_owned()),
        now.val(),
        (now - window).val(),
        (now + window).val(),
        many.val(),
    ];
    let rows = tx.platform(TAKE, values).await?;
    Ok((rows[0].get(0)?, rows[0].get(1)?))
}

pub(super) async fn release(tx: &mut Tx, key: &str, begun_at: DateTime<Utc>) -> Result<()> {
    tx.platform(RELEASE, vec![Val::Text(key.to_owned()), begun_at.val()])
        .await?;
    Ok(())
}

pub(super) async fn sweep(tx: &mut Tx, now: DateTime<Utc>) -> Result<()> {
    tx.platform(SWEEP, vec![now.val()]).await?;
    Ok(())
}
