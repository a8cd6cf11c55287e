//! The statements over files that are no single row.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kernel::{
    Result, Scope,
    db::Col,
    ids::{FileId, UserId},
    tsql,
};

use crate::rules::Used;

/// Files from before this time that nothing refers to, the oldest first, with their keys in the store.
pub(crate) async fn nobodys(
    scope: &mut Scope,
    before: DateTime<Utc>,
) -> Result<Vec<(FileId, String)>> {
    let sql = tsql!(
        "SELECT id, storage_key FROM files WHERE tenant_id = $1 AND NOT is_kept AND creation_time < $2
           AND NOT EXISTS (SELECT 1 FROM entity_documents d WHERE d.tenant_id = $1 AND d.file_id = files.id)
         ORDER BY id LIMIT 200"
    );
    scope
        .rows(sql, vec![before.val()])
        .await?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

/// Every key of the store that a file has.
pub(crate) async fn keys(scope: &mut Scope) -> Result<HashSet<String>> {
    let sql = tsql!("SELECT storage_key FROM files WHERE tenant_id = $1");
    scope
        .rows(sql, Vec::new())
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}

/// How many bytes the tenant has stored, and this user of them.
pub(crate) async fn used(scope: &mut Scope, user: Option<UserId>) -> Result<Used> {
    let sql = tsql!(
        "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT),
           CAST(COALESCE(SUM(CASE WHEN user_id = $2 THEN size ELSE 0 END), 0) AS BIGINT)
         FROM files WHERE tenant_id = $1"
    );
    let rows = scope.rows(sql, vec![user.val()]).await?;
    Ok(Used {
        tenant: rows[0].get(0)?,
        user: rows[0].get(1)?,
    })
}
