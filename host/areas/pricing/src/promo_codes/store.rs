//! Statements on promo codes and their uses.

use std::collections::HashMap;

use data::{Result, Scope, db::Col, ids::BookingId, tsql};

use crate::promo_codes::service::PromoCodeId;

/// Omits unused codes.
pub(super) async fn count_uses(scope: &mut Scope) -> Result<HashMap<PromoCodeId, i64>> {
    let sql = tsql!(
        "SELECT promo_code_id, COUNT(*) FROM promo_code_uses WHERE tenant_id = $1 GROUP BY promo_code_id"
    );
    let rows = scope.rows(sql, Vec::new()).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

/// Releases the booking's use, in the transaction of its cancellation or rejection. No effect
/// without a use.
pub async fn release(scope: &mut Scope, booking: BookingId) -> Result<()> {
    let sql = tsql!("DELETE FROM promo_code_uses WHERE tenant_id = $1 AND booking_id = $2");
    scope.rows(sql, vec![booking.val()]).await?;
    Ok(())
}
