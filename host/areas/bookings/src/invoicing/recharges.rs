//! Recharges: carrier surcharges passed on to the customer.

use std::collections::BTreeMap;

use carriage::money::{self, Amount};
use data::{
    New, Record, Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;
use work::event::ScopeEvents;

use crate::{
    bookings::{self, model::Booking, operations::STATUS_NOT_ALLOWED, view::RechargeInvoice},
    events,
    invoicing::{
        billable::{Billable, ChargeRow},
        service::BilledPeriod,
    },
    prices::model::{PricingDetail, ServiceDetail},
};

data::id! { BookingRechargeId }

/// The part of a booking's recharge that is on one invoice.
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

/// Sets the booking's full recharge, in lines whose tax is computed here; a negative amount is a
/// credit. The uninvoiced part waits for an invoice, taxed like the booking's price. Idempotent.
/// The caller saves.
pub async fn set_recharge(
    scope: &mut Scope,
    id: BookingId,
    lines: Vec<ServiceDetail>,
) -> Result<()> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    // Concurrent invoices wait until the transaction ends.
    scope.lock::<Booking>(id).await?;
    let mut booking = bookings::store::find(scope, id).await?;
    let percent = if booking.pricing_detail.is_tax_applied {
        settings.tax.gst
    } else {
        Decimal::ZERO
    };
    let invoiced: Vec<BookingRecharge> = scope
        .all(Where::all().eq(BookingRecharge::BOOKING_ID, id))
        .await?;
    let invoiced = invoiced.iter().flat_map(|row| &row.detail.service_details);
    let currency = &settings.currency.base_currency;
    let detail = detail(
        uninvoiced_lines(lines, invoiced, currency),
        percent,
        currency,
    );
    if booking.price.recharge_detail == detail {
        return Ok(());
    }
    set(scope, &mut booking, detail).await
}

async fn set(
    scope: &mut Scope,
    booking: &mut Booking,
    detail: Option<PricingDetail>,
) -> Result<()> {
    booking.price.recharge_price = detail.as_ref().map(|price| price.total.total);
    booking.price.recharge_detail = detail;
    scope.update(booking).await?;
    scope
        .publish(
            &events::CHANGED,
            &events::OneBooking {
                booking_id: booking.id,
            },
        )
        .await
}

/// Subtracts the invoiced amounts per service. Those are rounded, so the full ones are rounded too:
/// a fraction would become a line later.
fn uninvoiced_lines<'t>(
    lines: Vec<ServiceDetail>,
    invoiced: impl Iterator<Item = &'t ServiceDetail>,
    currency: &str,
) -> Vec<ServiceDetail> {
    type Key = (bool, String, String);
    let key = |line: &ServiceDetail| -> Key {
        let (is_additional, code, name) = line.service();
        (is_additional, code.to_owned(), name.to_owned())
    };
    let mut remaining: BTreeMap<Key, Decimal> = BTreeMap::new();
    for line in &lines {
        *remaining.entry(key(line)).or_default() += line.tax_exclusive_amount;
    }
    for net in remaining.values_mut() {
        *net = money::round(*net, currency);
    }
    for line in invoiced {
        *remaining.entry(key(line)).or_default() -= line.tax_exclusive_amount;
    }
    let lines = remaining.into_iter().filter(|(_, net)| !net.is_zero());
    lines
        .map(|((is_additional, code, name), net)| net_line(&code, &name, is_additional, net))
        .collect()
}

/// A line whose tax is not known yet.
fn net_line(code: &str, name: &str, is_additional: bool, net: Decimal) -> ServiceDetail {
    let amount = Amount {
        tax_exclusive_amount: net,
        tax: Decimal::ZERO,
        total: net,
    };
    ServiceDetail::new(code, name, is_additional, amount)
}

fn detail(lines: Vec<ServiceDetail>, percent: Decimal, currency: &str) -> Option<PricingDetail> {
    let taxed = |mut line: ServiceDetail| {
        line.set_sold(Amount::line(line.tax_exclusive_amount, percent, currency));
        line
    };
    let service_details: Vec<ServiceDetail> = lines
        .into_iter()
        .filter(|line| !line.tax_exclusive_amount.is_zero())
        .map(taxed)
        .collect();
    (!service_details.is_empty()).then(|| {
        PricingDetail {
            service_details,
            ..PricingDetail::default()
        }
        .with_totals()
    })
}

pub(crate) fn has_uninvoiced() -> Where<Booking> {
    Where::all().is_not_null(Booking::RECHARGE_PRICE)
}

/// Loads the customer's uninvoiced recharges booked before `until`; no `ids` means all.
pub async fn find_uninvoiced(
    scope: &mut Scope,
    customer: CustomerId,
    (_, until): BilledPeriod,
    only: &[BookingId],
) -> Result<Vec<Billable<BookingId>>> {
    let filter = has_uninvoiced()
        .eq(Booking::CUSTOMER_ID, customer)
        .lt(Booking::BOOKING_DATE, until);
    let narrow = if only.is_empty() {
        filter
    } else {
        filter.is_in(Booking::ID, only)
    };
    let mut rows: Vec<ChargeRow> = scope.all(narrow).await?;
    rows.sort_by_key(|row| (row.booking_date, row.id));
    Ok(rows.into_iter().map(ChargeRow::into_recharge).collect())
}

/// Runs in the invoice's transaction. Amounts must match those waiting, else nothing is taken.
pub async fn put_on_invoice(
    scope: &mut Scope,
    invoice: i64,
    bookings: &[(BookingId, Amount)],
) -> Result<()> {
    for (id, sum) in bookings {
        scope.lock::<Booking>(*id).await?;
        let mut booking = bookings::store::find(scope, *id).await?;
        let Some(detail) = booking
            .price
            .recharge_detail
            .clone()
            .filter(|detail| detail.total == *sum)
        else {
            return Err(STATUS_NOT_ALLOWED.with_message(data::message!(
                "The recharge for booking #{booking} has changed.",
                booking = *id
            )));
        };
        scope
            .create(New::<BookingRecharge> {
                booking_id: *id,
                invoice_id: invoice,
                invoice_number: None,
                detail,
            })
            .await?;
        set(scope, &mut booking, None).await?;
    }
    Ok(())
}

pub(crate) async fn set_invoice_number(
    scope: &mut Scope,
    invoice: i64,
    number: &str,
) -> Result<()> {
    let invoiced: Vec<BookingRecharge> = scope
        .all(Where::all().eq(BookingRecharge::INVOICE_ID, invoice))
        .await?;
    for mut row in invoiced {
        row.invoice_number = Some(number.to_owned());
        scope.update(&mut row).await?;
        // The booking shows its invoices, so cached copies must reload.
        scope
            .publish(
                &events::CHANGED,
                &events::OneBooking {
                    booking_id: row.booking_id,
                },
            )
            .await?;
    }
    Ok(())
}

pub(crate) async fn release_from_invoice(scope: &mut Scope, invoice: i64) -> Result<()> {
    let invoiced: Vec<BookingRecharge> = scope
        .all(Where::all().eq(BookingRecharge::INVOICE_ID, invoice))
        .await?;
    for row in invoiced {
        scope.lock::<Booking>(row.booking_id).await?;
        let mut booking = bookings::store::find(scope, row.booking_id).await?;
        let waiting = booking.price.recharge_detail.take();
        scope.delete::<BookingRecharge>(row.id).await?;
        set(scope, &mut booking, merge(waiting, row.detail)).await?;
    }
    Ok(())
}

/// Merges returned lines by service; drops zero lines.
fn merge(waiting: Option<PricingDetail>, back: PricingDetail) -> Option<PricingDetail> {
    let mut lines = waiting
        .map(|detail| detail.service_details)
        .unwrap_or_default();
    for line in back.service_details {
        match lines
            .iter_mut()
            .find(|other| other.service() == line.service())
        {
            Some(other) => other.set_sold(other.sold() + line.sold()),
            None => lines.push(line),
        }
    }
    lines.retain(|line| !line.amount.is_zero() || !line.tax_exclusive_amount.is_zero());
    (!lines.is_empty()).then(|| {
        PricingDetail {
            service_details: lines,
            ..PricingDetail::default()
        }
        .with_totals()
    })
}

/// Lists numbered invoices with part of the recharge.
pub(crate) async fn list_invoices(
    scope: &mut Scope,
    booking: BookingId,
) -> Result<Vec<RechargeInvoice>> {
    let numbered = Where::all()
        .eq(BookingRecharge::BOOKING_ID, booking)
        .is_not_null(BookingRecharge::INVOICE_NUMBER);
    let rows: Vec<BookingRecharge> = scope.all(numbered).await?;
    let to_invoice = |row: BookingRecharge| {
        Some(RechargeInvoice {
            id: row.invoice_id,
            number: row.invoice_number?,
        })
    };
    Ok(rows.into_iter().filter_map(to_invoice).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn recharge_lines(amounts: &[i64]) -> Vec<ServiceDetail> {
        let line = |(at, amount): (usize, &i64)| {
            let net = Decimal::new(*amount, 2);
            net_line(&format!("S{at}"), "Re-weighed", at > 0, net)
        };
        amounts.iter().enumerate().map(line).collect()
    }

    fn net(detail: &Option<PricingDetail>) -> Decimal {
        detail
            .as_ref()
            .map_or(Decimal::ZERO, |detail| detail.total.tax_exclusive_amount)
    }

    #[test]
    fn fractions_of_a_cent_leave_no_line() {
        for net in [Decimal::new(10_005, 3), Decimal::new(123_456, 4)] {
            let lines = || vec![net_line("ROAD", "Re-weighed", false, net)];
            let uninvoiced = uninvoiced_lines(lines(), std::iter::empty(), "AUD");
            let invoiced = detail(uninvoiced, Decimal::TEN, "AUD").unwrap();
            let invoiced = invoiced.service_details;
            assert_eq!(invoiced[0].tax_exclusive_amount, money::round(net, "AUD"));
            assert!(uninvoiced_lines(lines(), invoiced.iter(), "AUD").is_empty());
        }
    }

    proptest! {
        #[test]
        fn what_is_said_is_what_waits_and_what_invoices_have(
            first in prop::collection::vec(-10_000i64..10_000, 0..6),
            then in prop::collection::vec(-10_000i64..10_000, 0..6),
        ) {
            let sum = |amounts: &[i64]| Decimal::new(amounts.iter().sum(), 2);
            let invoiced = detail(recharge_lines(&first), Decimal::TEN, "AUD");
            prop_assert_eq!(net(&invoiced), sum(&first));
            let lines = || invoiced.iter().flat_map(|detail| &detail.service_details);
            let uninvoiced =
                |amounts: &[i64]| uninvoiced_lines(recharge_lines(amounts), lines(), "AUD");
            prop_assert_eq!(uninvoiced(&first), Vec::new());
            let waiting = detail(uninvoiced(&then), Decimal::TEN, "AUD");
            prop_assert_eq!(net(&waiting) + sum(&first), sum(&then));
            if let Some(back) = invoiced {
                prop_assert_eq!(net(&merge(waiting, back)), sum(&then));
            }
        }
    }
}
