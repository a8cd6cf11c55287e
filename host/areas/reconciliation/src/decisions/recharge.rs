//! Additional charges of a booking's customer.

use bookings::ServiceDetail;
use data::{Result, Scope, Where, ids::BookingId};
use rust_decimal::Decimal;

use crate::{
    model::{ReconciliationBooking, ReconciliationBookingId},
    reconciliations::{lists::load_services, status::LineStatus},
};

/// Sums all decided lines. The booking tracks the invoiced part. The caller saves.
pub(crate) async fn update_recharge(scope: &mut Scope, booking: Option<BookingId>) -> Result<()> {
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
    for service in load_services(scope, &ids).await?.into_values().flatten() {
        lines.push(ServiceDetail {
            service_code: service.service_code,
            service_name: service.service_name,
            is_additional_service: service.is_additional_service,
            tax_exclusive_amount: service.customer_recharge_amount,
            ..ServiceDetail::default()
        });
    }
    lines.sort_by(|a: &ServiceDetail, b| a.service().cmp(&b.service()));
    bookings::set_recharge(scope, booking, lines).await
}
