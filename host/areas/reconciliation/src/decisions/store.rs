//! Statements of decisions.

use data::{Result, Scope, db::Col, ids::BookingId, tsql};
use rust_decimal::Decimal;

use crate::model::ReconciliationId;

pub(crate) async fn sum_invoiced_by_booking(
    scope: &mut Scope,
    id: ReconciliationId,
) -> Result<Vec<(BookingId, Decimal)>> {
    let sums = tsql!(
        "SELECT booking_id, SUM(carrier_invoiced_amount) FROM reconciliation_bookings
         WHERE tenant_id = $1 AND reconciliation_id = $2 AND booking_id IS NOT NULL
         GROUP BY booking_id ORDER BY booking_id"
    );
    scope
        .rows(sums, vec![id.val()])
        .await?
        .iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

/// Lists bookings that have a line of this reconciliation, and one of another.
pub(crate) async fn list_shared_bookings(
    scope: &mut Scope,
    id: ReconciliationId,
) -> Result<Vec<BookingId>> {
    let shared = tsql!(
        "SELECT DISTINCT booking_id FROM reconciliation_bookings line
         WHERE tenant_id = $1 AND reconciliation_id = $2 AND EXISTS (
           SELECT 1 FROM reconciliation_bookings other
           WHERE other.tenant_id = $1 AND other.booking_id = line.booking_id
             AND other.reconciliation_id <> $2)
         ORDER BY booking_id"
    );
    scope
        .rows(shared, vec![id.val()])
        .await?
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect()
}
