//! A booking as seen by fees: customer, goods and sell price.

use std::collections::BTreeMap;

use freight::{
    goods::{Item, Piece, options_on},
    money::Amount,
    quantity::LengthUnit,
};
use kernel::{
    Error, Result, Scope,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};
use rust_decimal::Decimal;

use crate::{bookings::status::Status, prices::model::PricingDetail};

#[derive(Debug, Clone)]
pub struct FeeableBooking {
    pub id: BookingId,
    pub customer_id: CustomerId,
    /// The connote number, or the booking id.
    pub name: String,
    pub is_void: bool,
    pub options: Vec<String>,
    pub is_dangerous: bool,
    pub is_insured: bool,
    pub pieces: i64,
    pub longest_cm: Decimal,
    /// Freight and additional services, exclusive of tax.
    pub sold: Decimal,
}

/// Loads the booking for staff and background jobs.
pub async fn load_feeable(scope: &mut Scope, id: BookingId) -> Result<FeeableBooking> {
    let sql = tsql!(
        "SELECT customer_id, consignment_id, items, pickup_options, delivery_options, is_dangerous_good,
           pricing_detail, booking_status
         FROM bookings WHERE tenant_id = $1 AND id = $2"
    );
    let rows = scope.rows(sql, vec![id.val()]).await?;
    let Some(row) = rows.first() else {
        return Err(Error::NotFound("The booking"));
    };
    let items: Vec<Item> = row.json(2)?;
    let (pickup, delivery): (BTreeMap<_, _>, BTreeMap<_, _>) = (row.json(3)?, row.json(4)?);
    let is_dangerous: bool = row.get(5)?;
    let price: PricingDetail = row.json(6)?;
    let status: String = row.get(7)?;
    let pieces: Vec<Piece> = items
        .iter()
        .enumerate()
        .map(|(at, item)| Piece::from_item(item, at, is_dangerous))
        .collect();
    let sides = items
        .iter()
        .flat_map(|item| [item.length, item.width, item.height])
        .flatten();
    let longest = sides
        .map(|side| side.to(LengthUnit::Cm).value)
        .max()
        .unwrap_or_default();
    let void_statuses = [Status::Cancelled, Status::Deleted, Status::Failed];
    Ok(FeeableBooking {
        id,
        customer_id: row.get(0)?,
        name: row
            .get::<Option<String>>(1)?
            .unwrap_or_else(|| format!("#{id}")),
        is_void: status
            .parse::<Status>()
            .is_ok_and(|status| void_statuses.contains(&status)),
        options: options_on(&pickup, &delivery),
        is_dangerous,
        is_insured: price.insurance != Amount::ZERO,
        pieces: pieces.iter().map(|piece| i64::from(piece.quantity)).sum(),
        longest_cm: longest,
        sold: price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount,
    })
}
