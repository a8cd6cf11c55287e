//! Bookings as invoices have them: what is to be invoiced, and which invoice it is on.

use chrono::{DateTime, NaiveDate, Utc};
use freight::money::Amount;
use kernel::{
    Record, Result, Scope, Where,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};
use rust_decimal::Decimal;

use crate::{
    model::{Booking, CustomerDetail, PricingDetail},
    recharge,
    rules::operations::{AT_THE_CARRIER, NOT_NOW},
};

/// What a booking is invoiced with.
#[derive(Debug, Clone, PartialEq)]
pub struct BilledCharge {
    pub id: BookingId,
    pub booking_date: DateTime<Utc>,
    /// Its connote, or its own number.
    pub name: String,
    pub reference: Option<String>,
    pub cost_center: Option<String>,
    /// The suburbs of both ends.
    pub from: String,
    pub to: String,
    pub lines: Vec<BilledLine>,
}

/// One line of what it was sold for.
#[derive(Debug, Clone, PartialEq)]
pub struct BilledLine {
    pub code: String,
    pub name: String,
    pub is_additional: bool,
    pub is_insurance: bool,
    pub amount: Amount,
}

/// A booking as far as its invoice shows it.
#[derive(Record)]
#[record(view_of = Booking)]
struct Charged {
    id: BookingId,
    booking_date: DateTime<Utc>,
    #[record(json)]
    customer_detail: CustomerDetail,
    carrier_service_code: Option<String>,
    carrier_service_name: Option<String>,
    consignment_id: Option<String>,
    reference: Option<String>,
    from_suburb: String,
    to_suburb: String,
    #[record(json)]
    pricing_detail: PricingDetail,
}

impl From<Charged> for BilledCharge {
    fn from(row: Charged) -> Self {
        let lines = lines(&row);
        Self {
            id: row.id,
            booking_date: row.booking_date,
            name: row.consignment_id.unwrap_or_else(|| format!("#{}", row.id)),
            reference: row.reference,
            cost_center: row
                .customer_detail
                .cost_center
                .filter(|name| !name.trim().is_empty()),
            from: row.from_suburb,
            to: row.to_suburb,
            lines,
        }
    }
}

/// The lines of the price; one line where the price has a total alone, and one for the insurance.
fn lines(row: &Charged) -> Vec<BilledLine> {
    let price = &row.pricing_detail;
    let mut lines: Vec<BilledLine> = price
        .service_details
        .iter()
        .map(|line| BilledLine {
            code: line.service_code.clone(),
            name: line.service_name.clone(),
            is_additional: line.is_additional_service,
            is_insurance: false,
            amount: Amount {
                tax_exclusive_amount: line.tax_exclusive_amount,
                tax: line.tax,
                total: line.amount,
            },
        })
        .collect();
    let own = |amount: Amount, is_insurance: bool| BilledLine {
        code: row.carrier_service_code.clone().unwrap_or_default(),
        name: row.carrier_service_name.clone().unwrap_or_default(),
        is_additional: false,
        is_insurance,
        amount,
    };
    if lines.is_empty() && price.freight + price.additional != Amount::ZERO {
        lines.push(own(price.freight + price.additional, false));
    }
    if price.insurance != Amount::ZERO {
        lines.push(own(price.insurance, true));
    }
    lines
}

/// From its first moment to its last one, which is not in it.
pub type BilledPeriod = (DateTime<Utc>, DateTime<Utc>);

/// What a carrier has, what has a price, and what no invoice names yet. What a carrier is being asked about waits.
pub(crate) fn uninvoiced() -> Where<Booking> {
    Where::all()
        .is_null(Booking::INVOICE_ID)
        .is_in(Booking::BOOKING_STATUS, AT_THE_CARRIER)
        .gt(Booking::TOTAL_PRICE, Decimal::ZERO)
        .is_null(Booking::INTENT)
        .eq(Booking::IS_UNCERTAIN, false)
}

/// The customer's bookings of these days that no invoice has yet; of these ids alone where some are named.
pub async fn billable(
    scope: &mut Scope,
    customer: CustomerId,
    (from, to): BilledPeriod,
    only: &[BookingId],
) -> Result<Vec<BilledCharge>> {
    let of_days = uninvoiced()
        .eq(Booking::CUSTOMER_ID, customer)
        .ge(Booking::BOOKING_DATE, from)
        .lt(Booking::BOOKING_DATE, to);
    let narrow = if only.is_empty() {
        of_days
    } else {
        of_days.is_in(Booking::ID, only)
    };
    let mut found: Vec<Charged> = scope.all(narrow).await?;
    found.sort_by_key(|row| (row.booking_date, row.id));
    Ok(found.into_iter().map(BilledCharge::from).collect())
}

/// The customers with bookings of these days that no invoice has yet, in the order of their ids.
pub async fn billable_customers(
    scope: &mut Scope,
    (from, to): BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT DISTINCT customer_id FROM bookings
         WHERE tenant_id = $1 AND invoice_id IS NULL AND booking_date >= $2 AND booking_date < $3 AND total_price > 0
           AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'OnHold', 'Failed', 'Cancelled', 'Deleted')
         ORDER BY customer_id"
    );
    let rows = scope.rows(sql, vec![from.val(), to.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<kernel::sqlx::Result<_>>()?)
}

/// Puts bookings on an invoice, in its transaction. Refuses when one of them is on another by now: a booking is
/// invoiced once, whoever invoices at the same time.
pub async fn mark_invoiced(scope: &mut Scope, invoice: i64, bookings: &[BookingId]) -> Result<()> {
    // The version moves on, so that a form that was read before cannot take the booking off its invoice again.
    let mark = tsql!(
        "UPDATE bookings SET invoice_id = $2, row_version = row_version + 1
         WHERE tenant_id = $1 AND id = $3 AND invoice_id IS NULL AND intent IS NULL
           AND booking_status NOT IN ('Draft', 'Quoted', 'PendingPayment', 'Failed', 'Cancelled', 'Deleted')
         RETURNING id"
    );
    for booking in bookings {
        if scope
            .rows(mark, vec![invoice.val(), booking.val()])
            .await?
            .is_empty()
        {
            return Err(NOT_NOW.because(kernel::message!(
                "The booking #{booking} is on another invoice by now.",
                booking = *booking
            )));
        }
    }
    Ok(())
}

/// Writes the number of their invoice to its bookings, and to what it has of charging again.
pub async fn number_invoiced(scope: &mut Scope, invoice: i64, number: &str) -> Result<()> {
    for mut booking in on_invoice(scope, invoice).await? {
        booking.invoice_number = Some(number.to_owned());
        scope.update(&mut booking).await?;
    }
    recharge::number(scope, invoice, number).await
}

/// Takes its bookings and what they are charged again off an invoice, in its transaction: they can be invoiced again.
pub async fn unmark_invoiced(scope: &mut Scope, invoice: i64) -> Result<()> {
    for mut booking in on_invoice(scope, invoice).await? {
        booking.invoice_id = None;
        booking.invoice_number = None;
        scope.update(&mut booking).await?;
    }
    recharge::give_back(scope, invoice).await
}

/// The invoice's bookings, which nobody else changes until the end of the transaction.
async fn on_invoice(scope: &mut Scope, invoice: i64) -> Result<Vec<Booking>> {
    let hold = tsql!(
        "UPDATE bookings SET row_version = row_version WHERE tenant_id = $1 AND invoice_id = $2"
    );
    scope.rows(hold, vec![invoice.val()]).await?;
    scope
        .all(Where::all().eq(Booking::INVOICE_ID, invoice))
        .await
}

/// How many of these bookings there are, for a caller who may see them.
pub async fn count_known(scope: &mut Scope, bookings: &[BookingId]) -> Result<i64> {
    scope
        .count::<Booking>(Where::all().is_in(Booking::ID, bookings))
        .await
}

/// Bookings that somebody has chosen to be invoiced: whose they are, and the first and the last day of UTC on which they
/// were booked.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    pub customers: Vec<CustomerId>,
    pub first: NaiveDate,
    pub last: NaiveDate,
}

#[derive(Record)]
#[record(view_of = Booking)]
struct OfCustomer {
    #[expect(dead_code, reason = "the record's key, which every view has")]
    id: BookingId,
    booking_date: DateTime<Utc>,
    customer_id: CustomerId,
}

/// What is chosen; none where there is nothing.
pub async fn chosen(scope: &mut Scope, bookings: &[BookingId]) -> Result<Option<Chosen>> {
    let found: Vec<OfCustomer> = scope.all(Where::all().is_in(Booking::ID, bookings)).await?;
    let days = || found.iter().map(|row| row.booking_date.date_naive());
    let mut customers: Vec<CustomerId> = found.iter().map(|row| row.customer_id).collect();
    customers.sort_unstable();
    customers.dedup();
    Ok(days().min().zip(days().max()).map(|(first, last)| Chosen {
        customers,
        first,
        last,
    }))
}
