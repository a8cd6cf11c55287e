//! Statements of imports and their deletion.

use data::{Result, Scope, db::Col, tsql};

use crate::model::ReconciliationId;

pub(crate) async fn load_next_keys(
    scope: &mut Scope,
    id: ReconciliationId,
    after: &str,
    max: i64,
) -> Result<Vec<String>> {
    let page = tsql!(
        "SELECT DISTINCT consignment_key FROM reconciliation_charges
         WHERE tenant_id = $1 AND reconciliation_id = $2 AND consignment_key > $3
         ORDER BY consignment_key LIMIT $4"
    );
    let values = vec![id.val(), after.to_owned().val(), max.val()];
    scope
        .rows(page, values)
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}

pub(crate) async fn delete_charges(scope: &mut Scope, id: ReconciliationId) -> Result<()> {
    let delete =
        tsql!("DELETE FROM reconciliation_charges WHERE tenant_id = $1 AND reconciliation_id = $2");
    scope.rows(delete, vec![id.val()]).await?;
    Ok(())
}

/// Releases the claimed invoice numbers.
pub(crate) async fn delete_lines_and_invoices(
    scope: &mut Scope,
    id: ReconciliationId,
) -> Result<()> {
    for sql in [
        tsql!(
            "DELETE FROM reconciliation_bookings WHERE tenant_id = $1 AND reconciliation_id = $2"
        ),
        tsql!(
            "DELETE FROM reconciliation_invoices WHERE tenant_id = $1 AND reconciliation_id = $2"
        ),
    ] {
        scope.rows(sql, vec![id.val()]).await?;
    }
    Ok(())
}
