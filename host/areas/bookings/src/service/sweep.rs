//! Doing away with links that have ended and with payments' nonces that no provider takes any more, with files of labels
//! that were printed, and with what carriers were sent long ago.

use chrono::TimeDelta;
use kernel::{
    Result, Scope,
    db::{Col, Val},
    event::Listener,
    tsql,
};

use crate::model::Print;

/// No provider takes a nonce after some days; most of them after hours.
const NONCES_LIVE: TimeDelta = TimeDelta::days(7);

/// Whoever asks what a carrier was told asks within the months in which its invoice comes.
const EXCHANGES_LIVE: TimeDelta = TimeDelta::days(180);

/// A file of labels is fetched at once; who wants it later prints again.
const PRINTS_LIVE: TimeDelta = TimeDelta::days(1);

/// Once a day in every tenant.
pub fn sweeper() -> Listener {
    Listener::new("bookings.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    let now = scope.now();
    let shares = tsql!("DELETE FROM booking_shares WHERE tenant_id = $1 AND expires_at < $2");
    scope.rows(shares, vec![now.val()]).await?;
    let nonces = tsql!("DELETE FROM booking_payments WHERE tenant_id = $1 AND creation_time < $2");
    scope.rows(nonces, vec![(now - NONCES_LIVE).val()]).await?;
    let exchanges =
        tsql!("DELETE FROM booking_exchanges WHERE tenant_id = $1 AND creation_time < $2");
    scope
        .rows(exchanges, vec![(now - EXCHANGES_LIVE).val()])
        .await?;
    scope.commit().await?;
    prints(scope).await
}

/// So many files are removed at a time: no transaction is long.
const AT_A_TIME: i64 = 200;

async fn prints(mut scope: Scope) -> Result<()> {
    let until = scope.now() - PRINTS_LIVE;
    loop {
        let sql = tsql!(
            "SELECT id, file_key FROM booking_prints WHERE tenant_id = $1 AND creation_time < $2
             ORDER BY creation_time, id LIMIT $3"
        );
        let rows = scope
            .rows(sql, vec![until.val(), Val::I64(AT_A_TIME)])
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        let mut keys: Vec<String> = Vec::with_capacity(rows.len());
        for row in rows {
            scope.delete::<Print>(row.get(0)?).await?;
            keys.push(row.get(1)?);
        }
        scope.commit().await?;
        for key in keys {
            // Without its row the file only takes up space.
            if let Err(error) = scope.host().files().delete(scope.tenant, &key).await {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a file of labels could not be removed"
                );
            }
        }
    }
}
