//! Recharges: a booking is told what its customer is to be charged besides, from all lines that were decided so.

use bookings::Recharged;
use kernel::{Result, Scope, Where, ids::BookingId};
use rust_decimal::Decimal;

use crate::{
    lists::services,
    model::{ReconciliationBooking, ReconciliationBookingId},
    rules::status::LineStatus,
};

/// Tells the booking of a line that was decided all that was decided so; the booking knows what of it invoices have
/// taken. The caller saves.
pub(crate) async fn tell(scope: &mut Scope, booking: Option<BookingId>) -> Result<()> {
    let Some(booking) = booking else {
        return Ok(());
    };
    let open = Where::all()
        .eq(ReconciliationBooking::BOOKING_ID, booking)
        .eq(ReconciliationBooking::STATUS, LineStatus::Approved)
        .ne(ReconciliationBooking::RECHARGE_AMOUNT, Decimal::ZERO);
    let ids: Vec<ReconciliationBookingId> = scope
        .all::<ReconciliationBooking>(open)
        .await?
        .into_iter()
        .map(|line| line.id)
        .collect();
    let mut lines = Vec::new();
    for service in services(scope, &ids).await?.into_values().flatten() {
        lines.push(Recharged {
            code: service.service_code,
            name: service.service_name,
            is_additional: service.is_additional_service,
            amount: service.customer_recharge_amount,
        });
    }
    lines.sort_by(|a, b| (a.is_additional, &a.code).cmp(&(b.is_additional, &b.code)));
    bookings::recharge(scope, booking, lines).await
}
