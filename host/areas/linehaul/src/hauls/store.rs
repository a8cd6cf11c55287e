//! Statements on line hauls.

use data::{
    Result, Scope,
    audit::{self, Entry},
    db::Col,
    tsql,
};

use super::model::{LineHaul, LineHaulId};

/// Inserts the row of a line haul under the id of its job. The caller's update fills it.
pub(super) async fn insert(scope: &mut Scope, id: LineHaulId, haul: &LineHaul) -> Result<()> {
    let insert = tsql!(
        "INSERT INTO line_hauls (id, tenant_id, row_version, code, status, start_id,
           destination_id, creation_time)
         SELECT id, tenant_id, 1, $3, $4, $5, $6, creation_time
         FROM freight_jobs WHERE tenant_id = $1 AND id = $2"
    );
    let values = vec![
        id.val(),
        haul.code.val(),
        haul.status.val(),
        haul.start_id.val(),
        haul.destination_id.val(),
    ];
    scope.rows(insert, values).await?;
    // The changes of the update join this entry.
    scope.record(Entry::new("LineHaul", id, audit::CREATED).with_name(&haul.code));
    Ok(())
}
