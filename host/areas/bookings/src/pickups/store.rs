//! Statements of pickups.

use data::{Result, Scope, Where, db::Col, ids::CustomerId, tsql};

use crate::bookings::{model::Booking, records::PickupId};

/// Loads the newest pickups that contain only the customer's bookings.
pub async fn load_customer_pickups(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<Vec<PickupId>> {
    let sql = tsql!(
        "SELECT pickup_row_id FROM bookings WHERE tenant_id = $1 AND pickup_row_id IS NOT NULL
     GROUP BY pickup_row_id HAVING MIN(customer_id) = $2 AND MAX(customer_id) = $2
     ORDER BY pickup_row_id DESC LIMIT 500"
    );
    let rows = scope.rows(sql, vec![customer.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}

/// Loads the bookings that the caller may see.
pub async fn load_bookings(scope: &mut Scope, pickup: PickupId) -> Result<Vec<Booking>> {
    scope
        .all(Where::all().eq(Booking::PICKUP_ROW_ID, pickup))
        .await
}
