//! Sums over positions, and deletion of old ones.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, ids::DriverId, tsql};

pub(super) struct Activity {
    pub driver: DriverId,
    pub count: i64,
    pub first: DateTime<Utc>,
    pub last: DateTime<Utc>,
}

/// Counts positions by driver. Callers drop drivers that they may not see.
pub(super) async fn active(
    scope: &mut Scope,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Result<Vec<Activity>> {
    let sum = tsql!(
        "SELECT driver_id, COUNT(*), MIN(creation_time), MAX(creation_time) FROM waypoints
         WHERE tenant_id = $1 AND creation_time >= $2 AND creation_time < $3 GROUP BY driver_id"
    );
    let rows = scope.rows(sum, vec![from.val(), to.val()]).await?;
    rows.iter()
        .map(|row| {
            Ok(Activity {
                driver: row.get(0)?,
                count: row.get(1)?,
                first: row.get(2)?,
                last: row.get(3)?,
            })
        })
        .collect()
}

/// Deletes a batch of positions before this time. Returns the number.
pub(super) async fn delete_before(scope: &mut Scope, before: DateTime<Utc>) -> Result<usize> {
    let sweep = tsql!(
        "DELETE FROM waypoints WHERE tenant_id = $1 AND id IN
           (SELECT id FROM waypoints WHERE tenant_id = $1 AND creation_time < $2
            ORDER BY creation_time LIMIT 5000)
         RETURNING id"
    );
    Ok(scope.rows(sweep, vec![before.val()]).await?.len())
}
