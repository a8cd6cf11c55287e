//! A booking as seen by fees.

use carriage::{
    goods::{options_on, to_pieces},
    money::Amount,
    quantity::LengthUnit,
};
use data::{
    Error, Result, Scope,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;

use crate::{bookings::status::Status, prices};

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
    let Some(row) = prices::store::load_feeable(scope, id).await? else {
        return Err(Error::NotFound("The booking"));
    };
    let pieces = to_pieces(&row.items, row.is_dangerous);
    let sides = row
        .items
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
        customer_id: row.customer_id,
        name: row.consignment_id.unwrap_or_else(|| format!("#{id}")),
        is_void: void_statuses.contains(&row.status),
        options: options_on(&row.pickup_options, &row.delivery_options),
        is_dangerous: row.is_dangerous,
        is_insured: row.price.insurance != Amount::ZERO,
        pieces: pieces.iter().map(|piece| i64::from(piece.quantity)).sum(),
        longest_cm: longest,
        sold: row.price.freight.tax_exclusive_amount + row.price.additional.tax_exclusive_amount,
    })
}
