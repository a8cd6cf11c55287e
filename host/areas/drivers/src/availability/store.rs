//! Queries over the history of availability.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, ids::DriverId, tsql};

/// Loads a driver's periods that begin from a time on, and the one that runs at that time, oldest
/// first.
pub(crate) async fn load_periods(
    scope: &mut Scope,
    driver: DriverId,
    since: DateTime<Utc>,
) -> Result<Vec<(DateTime<Utc>, bool)>> {
    let sql = tsql!(
        "SELECT from_time, is_available FROM driver_availability
         WHERE tenant_id = $1 AND driver_id = $2 AND from_time >= COALESCE(
           (SELECT MAX(from_time) FROM driver_availability
            WHERE tenant_id = $1 AND driver_id = $2 AND from_time <= $3), $3)
         ORDER BY from_time, id"
    );
    let rows = scope.rows(sql, vec![driver.val(), since.val()]).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}
