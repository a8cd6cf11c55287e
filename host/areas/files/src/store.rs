//! Queries over many files.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::Col,
    ids::{FileId, UserId},
    tsql,
};

use crate::rules::StorageUsed;

/// Returns unreferenced files older than `before` with their store keys, the oldest first.
pub(crate) async fn unreferenced_files(
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

/// Returns the keys of files, and of the attachments of emails that can be sent again.
pub(crate) async fn storage_keys(scope: &mut Scope) -> Result<HashSet<String>> {
    let sql = tsql!("SELECT storage_key FROM files WHERE tenant_id = $1");
    let mut keys: HashSet<String> = tenancy::stored_attachments(scope)
        .await?
        .into_iter()
        .collect();
    for row in scope.rows(sql, Vec::new()).await? {
        keys.insert(row.get(0)?);
    }
    Ok(keys)
}

/// Sums the stored bytes of the tenant and of this user.
pub(crate) async fn stored_bytes(scope: &mut Scope, user: Option<UserId>) -> Result<StorageUsed> {
    let sql = tsql!(
        "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT),
           CAST(COALESCE(SUM(CASE WHEN user_id = $2 THEN size ELSE 0 END), 0) AS BIGINT)
         FROM files WHERE tenant_id = $1"
    );
    let rows = scope.rows(sql, vec![user.val()]).await?;
    Ok(StorageUsed {
        tenant: rows[0].get(0)?,
        user: rows[0].get(1)?,
    })
}
