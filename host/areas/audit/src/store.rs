//! The statements over the record that are no list.

use chrono::{DateTime, Utc};
use kernel::{Result, Scope, db::Col, tsql};

/// The types of things that have entries, from one to the next by the index.
pub(crate) async fn types(scope: &mut Scope) -> Result<Vec<String>> {
    let types = tsql!(
        "WITH RECURSIVE found (name) AS (
           SELECT MIN(entity_type) FROM entity_changes WHERE tenant_id = $1
           UNION ALL
           SELECT (SELECT MIN(entity_type) FROM entity_changes WHERE tenant_id = $1 AND entity_type > found.name)
           FROM found WHERE found.name IS NOT NULL
         )
         SELECT name FROM found WHERE name IS NOT NULL ORDER BY name"
    );
    scope
        .rows(types, Vec::new())
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}

/// Removes entries from before this time, the oldest first and not all at once. Tells how many.
pub(crate) async fn sweep(scope: &mut Scope, before: DateTime<Utc>) -> Result<usize> {
    let sweep = tsql!(
        "DELETE FROM entity_changes WHERE tenant_id = $1 AND id IN
           (SELECT id FROM entity_changes WHERE tenant_id = $1 AND creation_time < $2 ORDER BY id LIMIT 2000)
         RETURNING id"
    );
    Ok(scope.rows(sweep, vec![before.val()]).await?.len())
}
