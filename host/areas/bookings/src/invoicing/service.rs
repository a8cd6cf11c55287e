//! Invoicing of bookings: billable bookings and their invoices.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record, Result, Scope, Where,
    ids::{BookingId, CustomerId},
    states_that,
};
use rust_decimal::Decimal;

use crate::{
    bookings::{model::Booking, operations::STATUS_NOT_ALLOWED, status::Status},
    invoicing::{
        self,
        billable::{Billable, ChargeRow},
    },
};

/// A booking reduced to its day, customer and pieces.
#[derive(Debug, Clone, Copy, Record)]
#[record(view_of = Booking)]
pub struct Shipment {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    pub customer_id: CustomerId,
    pub total_items: i64,
}

/// Ids in one statement.
const MAX_SHIPMENT_IDS: usize = 500;

/// Loads the consignments that the caller may see.
pub async fn load_shipments(
    scope: &mut Scope,
    ids: impl IntoIterator<Item = BookingId>,
) -> Result<BTreeMap<BookingId, Shipment>> {
    let ids: Vec<BookingId> = ids.into_iter().collect();
    let mut shipments = BTreeMap::new();
    for ids in ids.chunks(MAX_SHIPMENT_IDS) {
        let rows: Vec<Shipment> = scope.all(Where::all().is_in(Booking::ID, ids)).await?;
        shipments.extend(rows.into_iter().map(|row| (row.id, row)));
    }
    Ok(shipments)
}

/// Start (inclusive) and end (exclusive).
pub type BilledPeriod = (DateTime<Utc>, DateTime<Utc>);

/// Priced bookings accepted by a carrier and not invoiced, without pending carrier calls.
pub(crate) fn uninvoiced() -> Where<Booking> {
    let held_by_carrier = Where::all()
        .eq(Booking::BOOKING_STATUS, Status::OnHold)
        .is_null(Booking::STATUS_BEFORE_HOLD);
    Where::all()
        .is_in(
            Booking::BOOKING_STATUS,
            states_that!(Status, Status::is_at_carrier),
        )
        .or(held_by_carrier)
        .is_null(Booking::INVOICE_ID)
        .gt(Booking::TOTAL_PRICE, Decimal::ZERO)
        .is_null(Booking::INTENT)
        .eq(Booking::IS_UNCERTAIN, false)
}

/// Counts the bookings that an invoice run of all time takes.
pub async fn count_uninvoiced(scope: &mut Scope) -> Result<i64> {
    scope.count(uninvoiced()).await
}

/// Loads the customer's uninvoiced bookings of a period; no `ids` means all.
pub async fn find_billable(
    scope: &mut Scope,
    customer: CustomerId,
    (from, to): BilledPeriod,
    only: &[BookingId],
) -> Result<Vec<Billable<BookingId>>> {
    let of_days = uninvoiced()
        .eq(Booking::CUSTOMER_ID, customer)
        .ge(Booking::BOOKING_DATE, from)
        .lt(Booking::BOOKING_DATE, to);
    let narrow = if only.is_empty() {
        of_days
    } else {
        of_days.is_in(Booking::ID, only)
    };
    let mut rows: Vec<ChargeRow> = scope.all(narrow).await?;
    rows.sort_by_key(|row| (row.booking_date, row.id));
    Ok(rows.into_iter().map(ChargeRow::into_price).collect())
}

/// Marks bookings with their totals including tax, in the invoice's transaction. Fails if any has
/// another total or is already invoiced, so concurrent runs invoice it once.
pub async fn mark_invoiced(
    scope: &mut Scope,
    invoice: i64,
    bookings: &[(BookingId, Decimal)],
) -> Result<()> {
    for (booking, total) in bookings {
        if !invoicing::store::mark_invoiced(scope, invoice, *booking, *total).await? {
            return Err(STATUS_NOT_ALLOWED.with_message(data::message!(
                "The booking #{booking} can no longer be invoiced: its price changed, or it is on hold, cancelled or on another invoice.",
                booking = *booking
            )));
        }
    }
    Ok(())
}

/// Includes the invoice's recharges.
pub async fn set_invoice_number(scope: &mut Scope, invoice: i64, number: &str) -> Result<()> {
    for mut booking in invoicing::store::lock_invoiced(scope, invoice).await? {
        booking.invoice.invoice_number = Some(number.to_owned());
        scope.update(&mut booking).await?;
    }
    invoicing::recharges::set_invoice_number(scope, invoice, number).await
}

/// Makes bookings and recharges billable again, in the invoice's transaction.
pub async fn unmark_invoiced(scope: &mut Scope, invoice: i64) -> Result<()> {
    for mut booking in invoicing::store::lock_invoiced(scope, invoice).await? {
        booking.invoice.invoice_id = None;
        booking.invoice.invoice_number = None;
        scope.update(&mut booking).await?;
    }
    invoicing::recharges::release_from_invoice(scope, invoice).await
}

/// Counts the bookings visible to the caller.
pub async fn count_existing(scope: &mut Scope, bookings: &[BookingId]) -> Result<i64> {
    scope
        .count::<Booking>(Where::all().is_in(Booking::ID, bookings))
        .await
}

/// Bookings chosen for invoicing, with the first and last UTC day of booking.
#[derive(Debug, Clone, PartialEq)]
pub struct BookingSelection {
    pub customers: Vec<CustomerId>,
    pub first: NaiveDate,
    pub last: NaiveDate,
}

/// Returns None without bookings.
pub async fn load_selection(
    scope: &mut Scope,
    bookings: &[BookingId],
) -> Result<Option<BookingSelection>> {
    let rows: Vec<Shipment> = scope.all(Where::all().is_in(Booking::ID, bookings)).await?;
    let days = || rows.iter().map(|row| row.booking_date.date_naive());
    let mut customers: Vec<CustomerId> = rows.iter().map(|row| row.customer_id).collect();
    customers.sort_unstable();
    customers.dedup();
    Ok(days()
        .min()
        .zip(days().max())
        .map(|(first, last)| BookingSelection {
            customers,
            first,
            last,
        }))
}
