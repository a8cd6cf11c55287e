//! Charged bookings of a period, page by page, for repricing.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use freight::{
    address::Address,
    goods::{Item, Piece, options_on},
};
use kernel::{
    Result, Scope,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};
use rust_decimal::Decimal;

use crate::prices::model::PricingDetail;

/// A booking accepted by a carrier, reduced to what determines its price.
#[derive(Debug, Clone)]
pub struct ChargedBooking {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    pub consignment_id: Option<String>,
    pub customer_id: CustomerId,
    pub customer_name: String,
    pub from: Address,
    pub to: Address,
    pub pieces: Vec<Piece>,
    pub options: Vec<String>,
    pub ready: DateTime<Utc>,
    pub service_code: String,
    /// Freight and additional services, exclusive of tax.
    pub sold: Decimal,
    pub cost: Decimal,
}

/// Start (inclusive) and end (exclusive).
pub type Period = (DateTime<Utc>, DateTime<Utc>);

/// Counts the period's bookings that a carrier has accepted.
pub async fn count_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
) -> Result<i64> {
    let count = tsql!(
        "SELECT COUNT(*) FROM bookings WHERE tenant_id = $1 AND booking_date >= $2 AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4)
         AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
         AND NOT (booking_status = 'OnHold'
           AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment'))"
    );
    let values = vec![
        period.0.val(),
        period.1.val(),
        customer.map_or(0, |id| id.0).val(),
    ];
    Ok(scope.rows(count, values).await?[0].get(0)?)
}

/// Loads the next page after a date and an id, in that order.
pub async fn load_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
    after: BookingId,
    limit: i64,
) -> Result<Vec<ChargedBooking>> {
    let page = tsql!(
        "SELECT id, booking_date, consignment_id, customer_id, COALESCE(company_name, customer_name, customer_code),
           from_address, to_address, items, pickup_options, delivery_options, is_dangerous_good,
           COALESCE(pickup_ready_time, booking_date), COALESCE(carrier_service_code, ''), pricing_detail
         FROM bookings WHERE tenant_id = $1 AND (booking_date, id) > ($2, $5) AND booking_date < $3
         AND ($4 = 0 OR customer_id = $4)
         AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
         AND NOT (booking_status = 'OnHold'
           AND COALESCE(status_before_hold, '') IN ('Draft', 'Quoted', 'PendingPayment'))
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
    let rows = scope.rows(page, values).await?;
    let mut bookings = Vec::with_capacity(rows.len());
    for row in rows {
        let items: Vec<Item> = row.json(7)?;
        let (pickup, delivery): (BTreeMap<_, _>, BTreeMap<_, _>) = (row.json(8)?, row.json(9)?);
        let is_dangerous: bool = row.get(10)?;
        let price: PricingDetail = row.json(13)?;
        let carrier = |amount: Option<freight::money::Amount>| {
            amount.unwrap_or_default().tax_exclusive_amount
        };
        bookings.push(ChargedBooking {
            id: row.get(0)?,
            booking_date: row.get(1)?,
            consignment_id: row.get(2)?,
            customer_id: row.get(3)?,
            customer_name: row.get(4)?,
            from: row.json(5)?,
            to: row.json(6)?,
            pieces: items
                .iter()
                .enumerate()
                .map(|(at, item)| Piece::from_item(item, at, is_dangerous))
                .collect(),
            options: options_on(&pickup, &delivery),
            ready: row.get(11)?,
            service_code: row.get(12)?,
            sold: price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount,
            cost: carrier(price.carrier_freight) + carrier(price.carrier_additional),
        });
    }
    Ok(bookings)
}
