//! Daily cleanup of expired links, nonces, label files and old exchanges.

use chrono::TimeDelta;
use kernel::{
    Result, Scope,
    db::{Col, Val},
    event::Listener,
    tsql,
};

use crate::bookings::records::Print;

/// Providers reject nonces after days, most after hours.
const NONCE_LIFETIME: TimeDelta = TimeDelta::days(7);

/// Exchanges are needed for the months until the carrier's invoice.
const EXCHANGE_LIFETIME: TimeDelta = TimeDelta::days(180);

/// A label file is downloaded at once; later it is printed again.
const PRINT_LIFETIME: TimeDelta = TimeDelta::days(1);

/// Runs once a day per tenant.
pub fn sweeper() -> Listener {
    Listener::new("bookings.sweep", &tenancy::DAY_BEGAN, |scope, _| run(scope))
}

async fn run(mut scope: Scope) -> Result<()> {
    let now = scope.now();
    let shares = tsql!("DELETE FROM booking_shares WHERE tenant_id = $1 AND expires_at < $2");
    scope.rows(shares, vec![now.val()]).await?;
    let nonces = tsql!("DELETE FROM booking_payments WHERE tenant_id = $1 AND creation_time < $2");
    scope
        .rows(nonces, vec![(now - NONCE_LIFETIME).val()])
        .await?;
    let exchanges =
        tsql!("DELETE FROM booking_exchanges WHERE tenant_id = $1 AND creation_time < $2");
    scope
        .rows(exchanges, vec![(now - EXCHANGE_LIFETIME).val()])
        .await?;
    scope.commit().await?;
    prints(scope).await
}

/// Files deleted per transaction, to keep it short.
const FILES_PER_TRANSACTION: i64 = 200;

async fn prints(mut scope: Scope) -> Result<()> {
    let until = scope.now() - PRINT_LIFETIME;
    loop {
        let sql = tsql!(
            "SELECT id, file_key FROM booking_prints WHERE tenant_id = $1 AND creation_time < $2
             ORDER BY creation_time, id LIMIT $3"
        );
        let rows = scope
            .rows(sql, vec![until.val(), Val::I64(FILES_PER_TRANSACTION)])
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
            // Without its row the file only takes space.
            if let Err(error) = scope.host().files().delete(scope.tenant, &key).await {
                tracing::warn!(error = format!("{error:#}"), "cannot delete a label file");
            }
        }
    }
}
