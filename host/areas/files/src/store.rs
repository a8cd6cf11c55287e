//! Queries over many files, and their deletion.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, ids::UserId, tsql};

use crate::rules::StorageUsed;

/// Deletes unreferenced files older than `before`, the oldest first, and returns their store keys.
///
/// A row that another transaction changes meanwhile is checked again: the outer condition keeps a
/// file that was just attached.
pub(crate) async fn delete_unreferenced(
    scope: &mut Scope,
    before: DateTime<Utc>,
) -> Result<Vec<String>> {
    let sql = tsql!(
        "DELETE FROM files WHERE tenant_id = $1 AND NOT is_kept AND id IN
           (SELECT f.id FROM files f
            WHERE f.tenant_id = $1 AND NOT f.is_kept AND f.creation_time < $2
              AND NOT EXISTS (SELECT 1 FROM entity_documents d
                WHERE d.tenant_id = $1 AND d.file_id = f.id)
            ORDER BY f.id LIMIT 200)
         RETURNING storage_key"
    );
    let rows = scope.rows(sql, vec![before.val()]).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Returns the store keys of all files.
pub(crate) async fn storage_keys(scope: &mut Scope) -> Result<HashSet<String>> {
    let sql = tsql!("SELECT storage_key FROM files WHERE tenant_id = $1");
    let rows = scope.rows(sql, Vec::new()).await?;
    rows.iter().map(|row| Ok(row.get(0)?)).collect()
}

/// Returns size and store key of the newest file with this name that a user has uploaded.
pub(crate) async fn newest_upload(
    scope: &mut Scope,
    user: UserId,
    name: &str,
) -> Result<Option<(i64, String)>> {
    // By its plain id, SQLite would read the files of all users.
    let sql = tsql!(
        "SELECT size, storage_key FROM files
         WHERE tenant_id = $1 AND user_id = $2 AND name = $3 ORDER BY +id DESC LIMIT 1"
    );
    let values = vec![user.val(), name.to_owned().val()];
    let rows = scope.rows(sql, values).await?;
    match rows.first() {
        Some(row) => Ok(Some((row.get(0)?, row.get(1)?))),
        None => Ok(None),
    }
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
