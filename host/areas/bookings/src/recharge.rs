//! What a booking's customer is charged again once the carrier's invoice is known, until an invoice takes it.

use std::collections::BTreeMap;

use freight::money::Amount;
use kernel::{
    Record, Result, Scope, Where,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};
use rust_decimal::Decimal;

use crate::{
    events,
    invoicing::{BilledCharge, BilledLine, BilledPeriod},
    model::{
        Booking, CustomerDetail,
        price::{PricingDetail, ServiceDetail},
        view::RechargeInvoice,
    },
    rules::operations::NOT_NOW,
    store,
};

kernel::id! { BookingRechargeId }

/// One line of it, exclusive of tax; negative: what is given back.
#[derive(Debug, Clone, PartialEq)]
pub struct Recharged {
    pub code: String,
    pub name: String,
    pub is_additional: bool,
    pub amount: Decimal,
}

/// What an invoice has taken of it.
#[derive(Debug, Clone, Record)]
#[record(table = "booking_recharges", name = "The recharge", unrecorded)]
pub struct BookingRecharge {
    pub id: BookingRechargeId,
    pub row_version: i64,
    #[record(customer(through = Booking))]
    pub booking_id: BookingId,
    pub invoice_id: i64,
    /// None while the invoice is a draft.
    pub invoice_number: Option<String>,
    #[record(json)]
    pub detail: PricingDetail,
}

/// A booking as far as the invoice of its recharge shows it.
#[derive(Record)]
#[record(view_of = Booking)]
struct Waiting {
    id: BookingId,
    booking_date: chrono::DateTime<chrono::Utc>,
    #[record(json)]
    customer_detail: CustomerDetail,
    consignment_id: Option<String>,
    reference: Option<String>,
    from_suburb: String,
    to_suburb: String,
    #[record(json)]
    recharge_detail: Option<PricingDetail>,
}

impl From<Waiting> for BilledCharge {
    fn from(row: Waiting) -> Self {
        let lines = row
            .recharge_detail
            .iter()
            .flat_map(|detail| &detail.service_details)
            .map(billed)
            .collect();
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

fn billed(line: &ServiceDetail) -> BilledLine {
    BilledLine {
        code: line.service_code.clone(),
        name: line.service_name.clone(),
        is_additional: line.is_additional_service,
        is_insurance: false,
        amount: Amount {
            tax_exclusive_amount: line.tax_exclusive_amount,
            tax: line.tax,
            total: line.amount,
        },
    }
}

/// Says all that the booking's customer is charged again, whether an invoice has some of it or not: what none has yet
/// waits for one, taxed as the booking's price was. Said again, it changes nothing. The caller saves.
pub async fn recharge(scope: &mut Scope, id: BookingId, lines: Vec<Recharged>) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    // Who takes it for an invoice waits from here to the end of the transaction, or this waits for them.
    hold(scope, id).await?;
    let mut booking = store::find(scope, id).await?;
    let percent = if booking.pricing_detail.is_tax_applied {
        settings.tax.gst
    } else {
        Decimal::ZERO
    };
    let taken: Vec<BookingRecharge> = scope
        .all(Where::all().eq(BookingRecharge::BOOKING_ID, id))
        .await?;
    let taken = taken.iter().flat_map(|row| &row.detail.service_details);
    let detail = detail(
        left(lines, taken),
        percent,
        &settings.currency.base_currency,
    );
    if booking.recharge_detail == detail {
        return Ok(());
    }
    set(scope, &mut booking, detail).await
}

async fn set(
    scope: &mut Scope,
    booking: &mut Booking,
    detail: Option<PricingDetail>,
) -> Result<()> {
    booking.recharge_price = detail.as_ref().map(|price| price.total.total);
    booking.recharge_detail = detail;
    scope.update(booking).await?;
    scope
        .announce(
            &events::CHANGED,
            &events::OneBooking {
                booking_id: booking.id,
            },
        )
        .await
}

async fn hold(scope: &mut Scope, id: BookingId) -> Result<()> {
    let sql =
        tsql!("UPDATE bookings SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    Ok(())
}

/// What invoices do not have of it yet, service by service.
fn left<'t>(
    lines: Vec<Recharged>,
    taken: impl Iterator<Item = &'t ServiceDetail>,
) -> Vec<Recharged> {
    type Key = (bool, String, String);
    let mut rest: BTreeMap<Key, Decimal> = BTreeMap::new();
    for line in lines {
        *rest
            .entry((line.is_additional, line.code, line.name))
            .or_default() += line.amount;
    }
    for line in taken {
        let key = (
            line.is_additional_service,
            line.service_code.clone(),
            line.service_name.clone(),
        );
        *rest.entry(key).or_default() -= line.tax_exclusive_amount;
    }
    let lines = rest.into_iter().filter(|(_, amount)| !amount.is_zero());
    lines
        .map(|((is_additional, code, name), amount)| Recharged {
            code,
            name,
            is_additional,
            amount,
        })
        .collect()
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
    let service_details: Vec<ServiceDetail> = lines
        .into_iter()
        .filter(|line| !line.amount.is_zero())
        .map(detailed)
        .collect();
    (!service_details.is_empty()).then(|| {
        PricingDetail {
            service_details,
            ..PricingDetail::default()
        }
        .summed()
    })
}

/// The bookings that wait for it.
pub(crate) fn waiting() -> Where<Booking> {
    Where::all().is_not_null(Booking::RECHARGE_PRICE)
}

/// What the customer's bookings of before `until` wait to be charged again; of these ids alone where some are named.
pub async fn recharges(
    scope: &mut Scope,
    customer: CustomerId,
    (_, until): BilledPeriod,
    only: &[BookingId],
) -> Result<Vec<BilledCharge>> {
    let own = waiting()
        .eq(Booking::CUSTOMER_ID, customer)
        .lt(Booking::BOOKING_DATE, until);
    let narrow = if only.is_empty() {
        own
    } else {
        own.is_in(Booking::ID, only)
    };
    let mut found: Vec<Waiting> = scope.all(narrow).await?;
    found.sort_by_key(|row| (row.booking_date, row.id));
    Ok(found.into_iter().map(BilledCharge::from).collect())
}

/// The customers with such bookings, in the order of their ids.
pub async fn recharged_customers(
    scope: &mut Scope,
    (_, until): BilledPeriod,
) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT DISTINCT customer_id FROM bookings
         WHERE tenant_id = $1 AND recharge_price IS NOT NULL AND booking_date < $2 ORDER BY customer_id"
    );
    let rows = scope.rows(sql, vec![until.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<kernel::sqlx::Result<_>>()?)
}

/// Has an invoice take what these bookings are charged again, in its transaction. The sums are those that the invoice
/// has: where one of them waits with another by now, or with none, nothing is taken.
pub async fn take_recharges(
    scope: &mut Scope,
    invoice: i64,
    bookings: &[(BookingId, Amount)],
) -> Result<()> {
    for (id, sum) in bookings {
        hold(scope, *id).await?;
        let mut booking = store::find(scope, *id).await?;
        let Some(detail) = booking
            .recharge_detail
            .clone()
            .filter(|detail| detail.total == *sum)
        else {
            return Err(NOT_NOW.because(kernel::message!(
                "What the booking #{booking} is charged again has changed by now.",
                booking = *id
            )));
        };
        let mut taken = BookingRecharge {
            id: BookingRechargeId::default(),
            row_version: 0,
            booking_id: *id,
            invoice_id: invoice,
            invoice_number: None,
            detail,
        };
        scope.insert(&mut taken).await?;
        set(scope, &mut booking, None).await?;
    }
    Ok(())
}

/// Writes the number of their invoice to what it has taken.
pub(crate) async fn number(scope: &mut Scope, invoice: i64, number: &str) -> Result<()> {
    let taken: Vec<BookingRecharge> = scope
        .all(Where::all().eq(BookingRecharge::INVOICE_ID, invoice))
        .await?;
    for mut row in taken {
        row.invoice_number = Some(number.to_owned());
        scope.update(&mut row).await?;
        // The booking names the invoice: whoever keeps it aside reads it again.
        scope
            .announce(
                &events::CHANGED,
                &events::OneBooking {
                    booking_id: row.booking_id,
                },
            )
            .await?;
    }
    Ok(())
}

/// Gives back what an invoice has taken: it waits for another one.
pub(crate) async fn give_back(scope: &mut Scope, invoice: i64) -> Result<()> {
    let taken: Vec<BookingRecharge> = scope
        .all(Where::all().eq(BookingRecharge::INVOICE_ID, invoice))
        .await?;
    for row in taken {
        hold(scope, row.booking_id).await?;
        let mut booking = store::find(scope, row.booking_id).await?;
        let waiting = booking.recharge_detail.take();
        scope.delete::<BookingRecharge>(row.id).await?;
        set(scope, &mut booking, together(waiting, row.detail)).await?;
    }
    Ok(())
}

/// What waits, and what is given back to it: services of one name are one line, and what comes to nothing is none.
fn together(waiting: Option<PricingDetail>, back: PricingDetail) -> Option<PricingDetail> {
    let mut lines = waiting
        .map(|detail| detail.service_details)
        .unwrap_or_default();
    for line in back.service_details {
        let is_same = |other: &&mut ServiceDetail| {
            (
                other.is_additional_service,
                &other.service_code,
                &other.service_name,
            ) == (
                line.is_additional_service,
                &line.service_code,
                &line.service_name,
            )
        };
        match lines.iter_mut().find(is_same) {
            Some(other) => {
                other.tax_exclusive_amount += line.tax_exclusive_amount;
                other.tax += line.tax;
                other.amount += line.amount;
            }
            None => lines.push(line),
        }
    }
    lines.retain(|line| !line.amount.is_zero() || !line.tax_exclusive_amount.is_zero());
    (!lines.is_empty()).then(|| {
        PricingDetail {
            service_details: lines,
            ..PricingDetail::default()
        }
        .summed()
    })
}

/// The invoices with a number that have something of it, as the booking names them.
pub(crate) async fn invoices(
    scope: &mut Scope,
    booking: BookingId,
) -> Result<Vec<RechargeInvoice>> {
    let numbered = Where::all()
        .eq(BookingRecharge::BOOKING_ID, booking)
        .is_not_null(BookingRecharge::INVOICE_NUMBER);
    let rows: Vec<BookingRecharge> = scope.all(numbered).await?;
    let named = |row: BookingRecharge| {
        Some(RechargeInvoice {
            id: row.invoice_id,
            number: row.invoice_number?,
        })
    };
    Ok(rows.into_iter().filter_map(named).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(amounts: &[i64]) -> Vec<Recharged> {
        let line = |(at, amount): (usize, &i64)| Recharged {
            code: format!("S{at}"),
            name: "Re-weighed".to_owned(),
            is_additional: at > 0,
            amount: Decimal::new(*amount, 2),
        };
        amounts.iter().enumerate().map(line).collect()
    }

    fn net(detail: &Option<PricingDetail>) -> Decimal {
        detail
            .as_ref()
            .map_or(Decimal::ZERO, |detail| detail.total.tax_exclusive_amount)
    }

    proptest! {
        #[test]
        fn what_is_said_is_what_waits_and_what_invoices_have(
            first in prop::collection::vec(-10_000i64..10_000, 0..6),
            then in prop::collection::vec(-10_000i64..10_000, 0..6),
        ) {
            let sum = |amounts: &[i64]| Decimal::new(amounts.iter().sum(), 2);
            let taken = detail(said(&first), Decimal::TEN, "AUD");
            prop_assert_eq!(net(&taken), sum(&first));
            let lines = || taken.iter().flat_map(|detail| &detail.service_details);
            prop_assert_eq!(left(said(&first), lines()), Vec::new());
            let waiting = detail(left(said(&then), lines()), Decimal::TEN, "AUD");
            prop_assert_eq!(net(&waiting) + sum(&first), sum(&then));
            if let Some(back) = taken {
                prop_assert_eq!(net(&together(waiting, back)), sum(&then));
            }
        }
    }
}
