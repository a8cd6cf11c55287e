//! Statements of prices and fees.

use std::collections::BTreeMap;

use carriage::{address::Address, goods::Item};
use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};

use crate::{
    bookings::{conditions, status::Status},
    prices::{charged::Period, model::PricingDetail},
};

/// Columns that determine the price of an accepted booking.
pub struct ChargedRow {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    pub consignment_id: Option<String>,
    pub customer_id: CustomerId,
    pub customer_name: String,
    pub from: Address,
    pub to: Address,
    pub items: Vec<Item>,
    pub pickup_options: BTreeMap<String, String>,
    pub delivery_options: BTreeMap<String, String>,
    pub is_dangerous: bool,
    pub ready: DateTime<Utc>,
    pub service_code: String,
    pub price: PricingDetail,
}

pub struct FeeableRow {
    pub customer_id: CustomerId,
    pub consignment_id: Option<String>,
    pub items: Vec<Item>,
    pub pickup_options: BTreeMap<String, String>,
    pub delivery_options: BTreeMap<String, String>,
    pub is_dangerous: bool,
    pub price: PricingDetail,
    pub status: Status,
}

/// Counts bookings that a carrier has accepted.
pub async fn count_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
) -> Result<i64> {
    let sql = tsql!(
        "SELECT COUNT(*) FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4)
         AND ",
        conditions::CHARGED
    );
    let values = vec![
        period.0.val(),
        period.1.val(),
        customer.map_or(0, |id| id.0).val(),
    ];
    Ok(scope.rows(sql, values).await?[0].get(0)?)
}

/// Loads the next page after a date and an id, in that order.
pub async fn load_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
    after: BookingId,
    limit: i64,
) -> Result<Vec<ChargedRow>> {
    let sql = tsql!(
        "SELECT id, booking_date, consignment_id, customer_id, COALESCE(company_name, customer_name, customer_code),
           from_address, to_address, items, pickup_options, delivery_options, is_dangerous_good,
           COALESCE(pickup_ready_time, booking_date), COALESCE(carrier_service_code, ''), pricing_detail
         FROM bookings WHERE tenant_id = $1 AND (booking_date, id) > ($2, $5) AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4)
         AND ",
        conditions::CHARGED,
        "
         ORDER BY booking_date, id LIMIT $6"
    );
    let customer = customer.map_or(0, |id| id.0);
    let values = vec![
        period.0.val(),
        period.1.val(),
        customer.val(),
        after.val(),
        limit.val(),
    ];
    let rows = scope.rows(sql, values).await?;
    let mut bookings = Vec::with_capacity(rows.len());
    for row in rows {
        bookings.push(ChargedRow {
            id: row.get(0)?,
            booking_date: row.get(1)?,
            consignment_id: row.get(2)?,
            customer_id: row.get(3)?,
            customer_name: row.get(4)?,
            from: row.json(5)?,
            to: row.json(6)?,
            items: row.json(7)?,
            pickup_options: row.json(8)?,
            delivery_options: row.json(9)?,
            is_dangerous: row.get(10)?,
            ready: row.get(11)?,
            service_code: row.get(12)?,
            price: row.json(13)?,
        });
    }
    Ok(bookings)
}

pub async fn load_feeable(scope: &mut Scope, id: BookingId) -> Result<Option<FeeableRow>> {
    let sql = tsql!(
        "SELECT customer_id, consignment_id, items, pickup_options, delivery_options, is_dangerous_good,
           pricing_detail, booking_status
         FROM bookings WHERE tenant_id = $1 AND id = $2"
    );
    let rows = scope.rows(sql, vec![id.val()]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    Ok(Some(FeeableRow {
        customer_id: row.get(0)?,
        consignment_id: row.get(1)?,
        items: row.json(2)?,
        pickup_options: row.json(3)?,
        delivery_options: row.json(4)?,
        is_dangerous: row.get(5)?,
        price: row.json(6)?,
        status: row.get(7)?,
    }))
}
