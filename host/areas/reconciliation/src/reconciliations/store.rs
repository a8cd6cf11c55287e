//! Pages of a reconciliation's lines.

use data::{Result, Scope, db::Col, tsql};

use crate::model::{ReconciliationBookingId, ReconciliationId};

/// Lines in memory.
const PAGE_SIZE: i64 = 500;

pub(crate) async fn next_page(
    scope: &mut Scope,
    id: ReconciliationId,
    after: ReconciliationBookingId,
) -> Result<Vec<ReconciliationBookingId>> {
    let page = tsql!(
        "SELECT id FROM reconciliation_bookings WHERE tenant_id = $1 AND reconciliation_id = $2 AND id > $3
         ORDER BY id LIMIT $4"
    );
    let values = vec![id.val(), after.val(), PAGE_SIZE.val()];
    scope
        .rows(page, values)
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}
