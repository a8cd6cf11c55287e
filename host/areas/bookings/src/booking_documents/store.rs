//! Statements of documents: prints due for deletion.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, tsql};

/// Loads ids and file keys, oldest first.
pub async fn load_prints_before(
    scope: &mut Scope,
    until: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(i64, String)>> {
    let sql = tsql!(
        "SELECT id, file_key FROM booking_prints WHERE tenant_id = $1 AND creation_time < $2
             ORDER BY creation_time, id LIMIT $3"
    );
    let mut prints = Vec::new();
    for row in scope.rows(sql, vec![until.val(), limit.val()]).await? {
        prints.push((row.get(0)?, row.get(1)?));
    }
    Ok(prints)
}
