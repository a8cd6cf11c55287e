//! Charged bookings of a period, page by page, for repricing.

use carriage::{
    address::Address,
    goods::{Piece, options_on, to_pieces},
};
use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;

use crate::prices::{self, store::ChargedRow};

/// An accepted booking, reduced to what determines its price.
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

impl From<ChargedRow> for ChargedBooking {
    fn from(row: ChargedRow) -> Self {
        let price = row.price;
        let carrier = |amount: Option<carriage::money::Amount>| {
            amount.unwrap_or_default().tax_exclusive_amount
        };
        Self {
            id: row.id,
            booking_date: row.booking_date,
            consignment_id: row.consignment_id,
            customer_id: row.customer_id,
            customer_name: row.customer_name,
            from: row.from,
            to: row.to,
            pieces: to_pieces(&row.items, row.is_dangerous),
            options: options_on(&row.pickup_options, &row.delivery_options),
            ready: row.ready,
            service_code: row.service_code,
            sold: price.freight.tax_exclusive_amount + price.additional.tax_exclusive_amount,
            cost: carrier(price.carrier_freight) + carrier(price.carrier_additional),
        }
    }
}

/// Loads the next page after a date and an id.
pub async fn load_charged(
    scope: &mut Scope,
    period: Period,
    customer: Option<CustomerId>,
    after: BookingId,
    limit: i64,
) -> Result<Vec<ChargedBooking>> {
    let rows = prices::store::load_charged(scope, period, customer, after, limit).await?;
    Ok(rows.into_iter().map(ChargedBooking::from).collect())
}
