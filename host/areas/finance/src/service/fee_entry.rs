//! Fees arise: from bookings, scans, invoices and days, once each, and wait for an invoice.

use std::collections::BTreeMap;

use bookings::{FeeableBooking, events::StatusChange};
use chrono::{Datelike, NaiveDate};
use freight::money::Amount;
use kernel::{
    Result, Scope, Where,
    db::Col,
    ids::{BookingId, CustomerId},
    tsql,
};
use rust_decimal::Decimal;

use super::terms::{Terms, terms};
use crate::{
    model::{
        fee::{CustomerFee, Fee, FeeEntry, FeeEvent, FeeType},
        invoice::{Invoice, InvoiceId},
        run::InvoiceRunAsked,
        words::{InvoiceDetailType, InvoiceStatus, InvoiceType},
    },
    rules::{
        amounts::NewLine,
        fee::{self, Basis, Carried, Charge},
    },
};

/// The most lines of an invoice of fees.
const MAX_LINES: usize = 500;

/// What fees arise from.
struct Cause {
    customer: CustomerId,
    on: FeeEvent,
    source: String,
    reference: Option<String>,
    booking: Option<BookingId>,
}

/// A fee as the customer has it; none of its terms where it is not charged it.
pub struct Held {
    pub fee: Fee,
    pub own: Option<CustomerFee>,
    pub is_charged: bool,
}

impl Held {
    pub fn net(&self, basis: Basis, currency: &str) -> Option<Decimal> {
        let method = self.fee.calc_method;
        let charge = match &self.own {
            Some(own) => Charge {
                method,
                rates: &own.fee_rates,
                minimum: own.minimum,
                is_accumulated: own.is_accumulated,
            },
            None => Charge {
                method,
                rates: &self.fee.fee_rates,
                minimum: self.fee.minimum,
                is_accumulated: self.fee.is_accumulated,
            },
        };
        fee::net(charge, basis, currency)
    }
}

fn holds(first: Option<NaiveDate>, last: Option<NaiveDate>, day: NaiveDate) -> bool {
    first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
}

/// The active fees of this event: by the customer's own terms, or by its type's.
pub async fn held(
    scope: &mut Scope,
    customer: CustomerId,
    on: FeeEvent,
    day: NaiveDate,
) -> Result<Vec<Held>> {
    let fees: Vec<Fee> = scope
        .all(Where::all().eq(Fee::APPLY_ON, on).eq(Fee::IS_ACTIVE, true))
        .await?;
    if fees.is_empty() {
        return Ok(Vec::new());
    }
    let kind = customers::find(scope, customer).await?.customer_type;
    let own = Where::all()
        .eq(CustomerFee::CUSTOMER_ID, customer)
        .eq(CustomerFee::IS_ACTIVE, true);
    let mut own: Vec<CustomerFee> = scope.all(own).await?;
    own.retain(|fee| holds(fee.effective_date, fee.expire_date, day));
    // Of several that hold, the one that began last.
    own.sort_by_key(|fee| (fee.effective_date, fee.id));
    Ok(fees
        .into_iter()
        .map(|fee| {
            let own = own.iter().rev().find(|own| own.fee_id == fee.id).cloned();
            let is_meant = own.is_some() || fee.customer_types.contains(&kind);
            let is_charged = is_meant && holds(fee.effective_date, fee.expire_date, day);
            Held {
                fee,
                own,
                is_charged,
            }
        })
        .collect())
}

/// Writes down what arises, in the scope's transaction. What is there already stays as it is.
async fn arise(
    scope: &mut Scope,
    terms: &Terms,
    cause: Cause,
    basis: impl Fn(FeeType) -> Option<Basis>,
) -> Result<()> {
    for held in held(scope, cause.customer, cause.on, terms.today).await? {
        let Some(basis) = basis(held.fee.fee_type).filter(|_| held.is_charged) else {
            continue;
        };
        let Some(net) = held
            .net(basis, &terms.currency)
            .filter(|net| *net > Decimal::ZERO)
        else {
            continue;
        };
        let sum = fee::amount(
            net,
            held.fee.is_tax_applicable,
            terms.tax_percent,
            &terms.currency,
        );
        let write = tsql!(
            "INSERT INTO fee_entries (tenant_id, row_version, fee_id, customer_id, source, invoice_type, fee_type, name,
               reference_no, day, tax_exclusive_amount, tax, amount, booking_id, creation_time)
             SELECT $1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
             WHERE NOT EXISTS (SELECT 1 FROM fee_entries
               WHERE tenant_id = $1 AND fee_id = $2 AND customer_id = $3 AND source = $4)
             ON CONFLICT (tenant_id, fee_id, customer_id, source) DO NOTHING"
        );
        let values = vec![
            held.fee.id.val(),
            cause.customer.val(),
            cause.source.clone().val(),
            held.fee.invoice_type.val(),
            held.fee.fee_type.val(),
            held.fee.name.clone().val(),
            cause.reference.clone().val(),
            terms.today.val(),
            sum.tax_exclusive_amount.val(),
            sum.tax.val(),
            sum.total.val(),
            cause.booking.val(),
            scope.now().val(),
        ];
        scope.rows(write, values).await?;
    }
    Ok(())
}

pub fn carried(booking: &FeeableBooking) -> Carried<'_> {
    Carried {
        options: &booking.options,
        is_dangerous: booking.is_dangerous,
        is_insured: booking.is_insured,
        pieces: booking.pieces,
        longest_cm: booking.longest_cm,
        sold: booking.sold,
    }
}

fn of_booking(booking: &FeeableBooking, on: FeeEvent, source: String) -> Cause {
    let (customer, reference) = (booking.customer_id, Some(booking.name.clone()));
    Cause {
        customer,
        on,
        source,
        reference,
        booking: Some(booking.id),
    }
}

/// What is counted by itself, of this sum.
fn once(sum: Decimal) -> Basis {
    Basis {
        sum,
        count: Decimal::ONE,
    }
}

pub async fn booked(mut scope: Scope, id: BookingId) -> Result<()> {
    let terms = terms(&scope).await?;
    let booking = match bookings::feeable(&mut scope, id).await {
        Ok(booking) if !booking.is_gone => booking,
        Ok(_) | Err(kernel::Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    let cause = of_booking(&booking, FeeEvent::Booking, format!("booking:{id}"));
    arise(&mut scope, &terms, cause, |kind| {
        fee::on_booking(kind, carried(&booking))
    })
    .await?;
    scope.commit().await
}

/// A cancelled booking is not charged what no invoice has yet; what happened on the way stays.
pub async fn cancelled(mut scope: Scope, id: BookingId) -> Result<()> {
    let sql = tsql!(
        "DELETE FROM fee_entries WHERE tenant_id = $1 AND source = $2 AND invoice_id IS NULL"
    );
    scope.rows(sql, vec![format!("booking:{id}").val()]).await?;
    scope.commit().await
}

pub async fn moved(mut scope: Scope, change: StatusChange) -> Result<()> {
    let terms = terms(&scope).await?;
    let booking = match bookings::feeable(&mut scope, change.booking_id).await {
        Ok(booking) => booking,
        Err(kernel::Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    let source = format!("scan:{}:{}", booking.id, change.to.word());
    let cause = of_booking(&booking, FeeEvent::ScanEvent, source);
    arise(&mut scope, &terms, cause, |kind| {
        fee::on_status(kind, change.to).then(|| once(booking.sold))
    })
    .await?;
    scope.commit().await
}

/// An invoice that is closed, in its transaction; an invoice of fees brings no more of them.
pub async fn closed(scope: &mut Scope, terms: &Terms, invoice: &Invoice) -> Result<()> {
    if matches!(
        invoice.invoice_type,
        InvoiceType::Fee | InvoiceType::AgentRcti | InvoiceType::OpeningBalance
    ) {
        return Ok(());
    }
    let cause = Cause {
        customer: invoice.customer_id,
        on: FeeEvent::Invoice,
        source: format!("invoice:{}", invoice.id),
        reference: invoice.invoice_number.clone(),
        booking: None,
    };
    match arise(scope, terms, cause, |kind: FeeType| {
        (kind == FeeType::Admin).then(|| once(invoice.base_tax_exclusive_amount))
    })
    .await
    {
        // Its customer was deleted since.
        Err(kernel::Error::NotFound(_)) => Ok(()),
        outcome => outcome,
    }
}

/// What is late, and what the month brings.
pub async fn day(mut scope: Scope) -> Result<()> {
    let terms = terms(&scope).await?;
    let late = Where::all()
        .is_in(
            Invoice::STATUS,
            &[InvoiceStatus::Posted, InvoiceStatus::PartiallyPaid],
        )
        .lt(Invoice::DUE_DATE, terms.today)
        .gt(Invoice::OUTSTANDING_AMOUNT, Decimal::ZERO);
    let is_set = |on: FeeEvent| Where::all().eq(Fee::APPLY_ON, on).eq(Fee::IS_ACTIVE, true);
    if scope.count::<Fee>(is_set(FeeEvent::Payment)).await? > 0 {
        let invoices: Vec<Invoice> = scope.all(late).await?;
        for invoice in invoices
            .into_iter()
            .filter(|invoice| invoice.invoice_type != InvoiceType::AgentRcti)
        {
            let cause = Cause {
                customer: invoice.customer_id,
                on: FeeEvent::Payment,
                source: format!("late:{}", invoice.id),
                reference: invoice.invoice_number.clone(),
                booking: None,
            };
            let owed = invoice.base_outstanding_amount;
            match arise(&mut scope, &terms, cause, |kind: FeeType| {
                (kind == FeeType::LatePayment).then(|| once(owed))
            })
            .await
            {
                Ok(()) | Err(kernel::Error::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    if scope.count::<Fee>(is_set(FeeEvent::Period)).await? > 0 {
        let ids: Vec<CustomerId> = customers::all(&mut scope)
            .await?
            .into_iter()
            .map(|customer| customer.id)
            .collect();
        let mut ids: Vec<CustomerId> = customers::invoiced_of(&mut scope, &ids)
            .await?
            .into_iter()
            .collect();
        ids.sort_unstable();
        let month = format!("{:04}-{:02}", terms.today.year(), terms.today.month());
        for customer in ids {
            let source = format!("period:{month}");
            let reference = Some(month.clone());
            let cause = Cause {
                customer,
                on: FeeEvent::Period,
                source,
                reference,
                booking: None,
            };
            let basis =
                |kind: FeeType| (kind == FeeType::AccountKeeping).then(|| once(Decimal::ONE));
            arise(&mut scope, &terms, cause, basis).await?;
        }
    }
    scope.commit().await
}

/// Entries that come on one invoice.
pub struct OfFees {
    pub invoice_type: InvoiceType,
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub entries: Vec<FeeEntry>,
}

impl OfFees {
    pub fn lines(&self, percent: Decimal) -> Vec<NewLine> {
        let line = |entry: &FeeEntry| NewLine {
            kind: InvoiceDetailType::Fee,
            reference_no: entry.reference_no.clone(),
            description: entry.name.clone(),
            service: None,
            amount: Amount {
                tax_exclusive_amount: entry.tax_exclusive_amount,
                tax: entry.tax,
                total: entry.amount,
            },
            tax_percent: if entry.tax.is_zero() {
                Decimal::ZERO
            } else {
                percent
            },
            // The booking may be on an invoice of its own.
            booking: None,
            is_recharge: false,
        };
        self.entries.iter().map(line).collect()
    }
}

/// The customer's entries up to the last day that no invoice has; those of chosen bookings alone where some are.
pub async fn waiting(
    scope: &mut Scope,
    customer: CustomerId,
    asked: &InvoiceRunAsked,
) -> Result<Vec<OfFees>> {
    let narrow = Where::all()
        .eq(FeeEntry::CUSTOMER_ID, customer)
        .is_null(FeeEntry::INVOICE_ID)
        .le(FeeEntry::DAY, asked.to_date);
    let mut entries: Vec<FeeEntry> = scope.all(narrow).await?;
    if !asked.booking_ids.is_empty() {
        entries.retain(|entry| {
            entry
                .booking_id
                .is_some_and(|id| asked.booking_ids.contains(&id))
        });
    }
    entries.sort_by_key(|entry| (entry.day, entry.id));
    let mut by_type: BTreeMap<&str, Vec<FeeEntry>> = BTreeMap::new();
    for entry in entries {
        by_type
            .entry(entry.invoice_type.word())
            .or_default()
            .push(entry);
    }
    let chunks = by_type
        .values()
        .flat_map(|entries| entries.chunks(MAX_LINES));
    Ok(chunks
        .filter_map(|entries| {
            let (first, last) = (entries.first()?, entries.last()?);
            let (invoice_type, first, last) = (first.invoice_type, first.day, last.day);
            Some(OfFees {
                invoice_type,
                first,
                last,
                entries: entries.to_vec(),
            })
        })
        .collect())
}

/// The customers with entries that wait.
pub async fn waiting_customers(scope: &mut Scope, to: NaiveDate) -> Result<Vec<CustomerId>> {
    let sql = tsql!(
        "SELECT DISTINCT customer_id FROM fee_entries WHERE tenant_id = $1 AND invoice_id IS NULL AND day <= $2"
    );
    Ok(scope
        .rows(sql, vec![to.val()])
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect::<kernel::sqlx::Result<_>>()?)
}

/// Marks them as the invoice's; an entry that another invoice took meanwhile is a conflict.
pub async fn take(scope: &mut Scope, invoice: InvoiceId, entries: Vec<FeeEntry>) -> Result<()> {
    for mut entry in entries {
        entry.invoice_id = Some(invoice);
        scope.update(&mut entry).await?;
    }
    Ok(())
}

/// The invoice's entries wait again.
pub async fn give_back(scope: &mut Scope, invoice: InvoiceId) -> Result<()> {
    let sql = tsql!(
        "UPDATE fee_entries SET invoice_id = NULL, row_version = row_version + 1
         WHERE tenant_id = $1 AND invoice_id = $2"
    );
    scope.rows(sql, vec![invoice.val()]).await?;
    Ok(())
}
