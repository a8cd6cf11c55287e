//! What a booking's customer is charged again once the carrier's invoice is known, until an invoice takes it.

use freight::money::Amount;
use kernel::{Result, Scope, Where, ids::BookingId};
use rust_decimal::Decimal;

use crate::{
    events,
    model::{
        Booking,
        price::{PricingDetail, ServiceDetail},
    },
    store,
};

/// One line of it, exclusive of tax; negative: what is given back.
#[derive(Debug, Clone, PartialEq)]
pub struct Recharged {
    pub code: String,
    pub name: String,
    pub is_additional: bool,
    pub amount: Decimal,
}

/// Has the booking wait for being charged again with these lines, taxed as its price was, or no longer with none. The
/// caller saves.
pub async fn recharge(scope: &mut Scope, id: BookingId, lines: Vec<Recharged>) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let mut booking = store::find(scope, id).await?;
    let percent = if booking.pricing_detail.is_tax_applied { settings.tax.gst } else { Decimal::ZERO };
    let detail = detail(lines, percent, &settings.currency.base_currency);
    if booking.recharge_detail == detail {
        return Ok(());
    }
    booking.recharge_price = detail.as_ref().map(|price| price.total.total);
    booking.recharge_detail = detail;
    scope.update(&mut booking).await?;
    scope.announce(&events::CHANGED, &events::OneBooking { booking_id: id }).await
}

fn detail(lines: Vec<Recharged>, percent: Decimal, currency: &str) -> Option<PricingDetail> {
    let detailed = |line: Recharged| {
        let amount = Amount::line(line.amount, percent, currency);
        ServiceDetail {
            service_code: line.code,
            service_name: line.name,
            is_additional_service: line.is_additional,
            tax_exclusive_amount: amount.tax_exclusive_amount,
            tax: amount.tax,
            amount: amount.total,
            ..ServiceDetail::default()
        }
    };
    let service_details: Vec<ServiceDetail> =
        lines.into_iter().filter(|line| !line.amount.is_zero()).map(detailed).collect();
    (!service_details.is_empty()).then(|| PricingDetail { service_details, ..PricingDetail::default() }.summed())
}

/// The bookings that wait for it.
pub(crate) fn waiting() -> Where<Booking> {
    Where::all().is_not_null(Booking::RECHARGE_PRICE)
}
