//! Statements on the versions of markups.

use data::{Result, Scope, db::Col, tsql};

/// Loads existing versions, each with its key.
pub(super) async fn load_versions(scope: &mut Scope, keys: [i64; 2]) -> Result<Vec<(i64, i64)>> {
    let sql = tsql!(
        "SELECT customer_id, version FROM markup_versions WHERE tenant_id = $1 AND customer_id IN ($2, $3)"
    );
    let rows = scope.rows(sql, keys.iter().map(Col::val).collect()).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

/// Raises a version and locks it until the transaction ends.
pub(super) async fn raise_version(scope: &mut Scope, key: i64) -> Result<()> {
    let sql = tsql!(
        "INSERT INTO markup_versions (tenant_id, customer_id, version) VALUES ($1, $2, 1)
         ON CONFLICT (tenant_id, customer_id) DO UPDATE SET version = markup_versions.version + 1
         WHERE markup_versions.tenant_id = $1"
    );
    scope.rows(sql, vec![key.val()]).await?;
    Ok(())
}
