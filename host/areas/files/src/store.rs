//! The statements over files that are no single row.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kernel::{Result, Scope, db::Col, ids::FileId, tsql};

/// Files from before this time that nothing refers to, the oldest first, with their keys in the store.
pub(crate) async fn nobodys(scope: &mut Scope, before: DateTime<Utc>) -> Result<Vec<(FileId, String)>> {
    let sql = tsql!(
        "SELECT id, storage_key FROM files WHERE tenant_id = $1 AND NOT is_kept AND creation_time < $2
           AND NOT EXISTS (SELECT 1 FROM entity_documents d WHERE d.tenant_id = $1 AND d.file_id = files.id)
         ORDER BY id LIMIT 200"
    );
    scope.rows(sql, vec![before.val()]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Every key of the store that a file has.
pub(crate) async fn keys(scope: &mut Scope) -> Result<HashSet<String>> {
    let sql = tsql!("SELECT storage_key FROM files WHERE tenant_id = $1");
    scope.rows(sql, Vec::new()).await?.iter().map(|row| Ok(row.get(0)?)).collect()
}
