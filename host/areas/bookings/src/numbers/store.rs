//! Lookups by carrier numbers.

use data::{
    Result, Scope,
    db::{Col, TenantSql, Val},
    tsql,
};

use crate::bookings::{conditions, model::Booking};

/// Cancelled bookings release theirs.
const CONNOTE_TAKEN: TenantSql = tsql!(
    "SELECT id FROM bookings
     WHERE tenant_id = $1 AND carrier = $2 AND consignment_id = $3 AND id <> $4
       AND ",
    conditions::PRESENT,
    " LIMIT 1"
);
/// Bookings of one customer may share an external manifest.
const MANIFEST_TAKEN: TenantSql = tsql!(
    "SELECT id FROM manifests
     WHERE tenant_id = $1 AND carrier = $2 AND number = $3 AND NOT number_superseded AND id <> $6
     UNION ALL
     SELECT id FROM bookings
     WHERE tenant_id = $1 AND carrier = $2 AND manifest_id = $3 AND (manifest_row_id IS NULL OR manifest_row_id <> $6)
       AND id <> $4 AND customer_id <> $5 LIMIT 1"
);
const PICKUP_TAKEN: TenantSql = tsql!(
    "SELECT id FROM pickups
     WHERE tenant_id = $1 AND carrier = $2 AND number = $3 AND NOT number_superseded AND id <> $6
     UNION ALL
     SELECT id FROM bookings
     WHERE tenant_id = $1 AND carrier = $2 AND pickup_request_id = $3 AND (pickup_row_id IS NULL OR pickup_row_id <> $6)
       AND id <> $4 AND customer_id <> $5 LIMIT 1"
);

const SUPERSEDE_CONNOTE: TenantSql = tsql!(
    "UPDATE bookings SET connote_superseded = TRUE
     WHERE tenant_id = $1 AND carrier = $2 AND consignment_id = $3 AND id <> $4 AND NOT connote_superseded
     RETURNING id"
);
const SUPERSEDE_MANIFEST: TenantSql = tsql!(
    "UPDATE manifests SET number_superseded = TRUE
     WHERE tenant_id = $1 AND carrier = $2 AND number = $3 AND id <> $4 AND NOT number_superseded RETURNING id"
);
const SUPERSEDE_PICKUP: TenantSql = tsql!(
    "UPDATE pickups SET number_superseded = TRUE
     WHERE tenant_id = $1 AND carrier = $2 AND number = $3 AND id <> $4 AND NOT number_superseded RETURNING id"
);
const RESTORE_CONNOTE: TenantSql = tsql!(
    "UPDATE bookings SET connote_superseded = FALSE WHERE tenant_id = $1 AND id = $2 AND connote_superseded"
);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Connote,
    Manifest,
    Pickup,
}

/// True if another row at the carrier has the number.
pub async fn is_taken(
    scope: &mut Scope,
    kind: Number,
    number: &str,
    booking: &Booking,
) -> Result<bool> {
    let Some(carrier) = booking.service.carrier.as_deref() else {
        return Ok(false);
    };
    let mut values = vec![
        Val::Text(carrier.to_owned()),
        Val::Text(number.to_owned()),
        booking.id.val(),
    ];
    let sql = match kind {
        Number::Connote => CONNOTE_TAKEN,
        Number::Manifest => MANIFEST_TAKEN,
        Number::Pickup => PICKUP_TAKEN,
    };
    let own_row = match kind {
        Number::Connote => None,
        Number::Manifest => Some(booking.consignment.manifest_row_id.map_or(0, |id| id.0)),
        Number::Pickup => Some(booking.consignment.pickup_row_id.map_or(0, |id| id.0)),
    };
    if let Some(own_row) = own_row {
        values.extend([booking.payer.customer_id.val(), Val::I64(own_row)]);
    }
    Ok(!scope.rows(sql, values).await?.is_empty())
}

/// Assigns a reused carrier number to the row `id`; earlier rows keep it for their history.
///
/// A repeated number is logged, never rejected: an error would lose the carrier's answer.
pub async fn supersede(
    scope: &mut Scope,
    kind: Number,
    carrier: &str,
    number: &str,
    id: i64,
) -> Result<()> {
    let sql = match kind {
        Number::Connote => SUPERSEDE_CONNOTE,
        Number::Manifest => SUPERSEDE_MANIFEST,
        Number::Pickup => SUPERSEDE_PICKUP,
    };
    let values = vec![
        Val::Text(carrier.to_owned()),
        Val::Text(number.to_owned()),
        Val::I64(id),
    ];
    let earlier = scope.rows(sql, values).await?;
    if !earlier.is_empty() {
        tracing::warn!(
            carrier,
            number,
            id,
            earlier = earlier.len(),
            "a carrier issued a number again"
        );
    }
    Ok(())
}

/// Makes the booking's connote current again after a new one was set.
pub async fn restore_connote(scope: &mut Scope, booking: &Booking) -> Result<()> {
    scope
        .rows(RESTORE_CONNOTE, vec![booking.id.val()])
        .await
        .map(drop)
}
