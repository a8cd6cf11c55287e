//! Statements of the audit log besides its list.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, tsql};

/// Returns the entity types with entries, by an index skip scan.
pub(crate) async fn load_entity_types(scope: &mut Scope) -> Result<Vec<String>> {
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

/// Deletes a batch of entries before this time, oldest first. Returns the number.
pub(crate) async fn delete_before(scope: &mut Scope, before: DateTime<Utc>) -> Result<usize> {
    let sweep = tsql!(
        "DELETE FROM entity_changes WHERE tenant_id = $1 AND id IN
           (SELECT id FROM entity_changes WHERE tenant_id = $1 AND creation_time < $2 ORDER BY id LIMIT 2000)
         RETURNING id"
    );
    Ok(scope.rows(sweep, vec![before.val()]).await?.len())
}
