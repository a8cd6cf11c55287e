//! Accrual of fees from bookings, scans, invoices and days: once per cause.

use std::collections::BTreeMap;

use bookings::{FeeableBooking, events::StatusChange};
use carriage::money::Amount;
use chrono::{Datelike, NaiveDate};
use data::{
    New, NewRecord, Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use jobs::FreightJobId;
use rust_decimal::Decimal;

use crate::invoices::terms::{Terms, terms};
use crate::{
    conditions::payable_invoices,
    fees::{
        self,
        model::{CustomerFee, Fee, FeeCalcMethod, FeeEntry, FeeEvent, FeeType},
        rules::{
            Basis, BookingFeeInput, Charge, applies_to_closing, applies_to_late, applies_to_period,
            can_accrue,
        },
        store::{delete_uninvoiced, insert_entry},
    },
    invoice_runs::model::InvoiceRunRequest,
    invoices::model::{Invoice, InvoiceDetail, InvoiceId},
    values::{InvoiceDetailType, InvoiceType},
};

const MAX_LINES: usize = 500;
/// Events of fees for late payment: the invoice, or its payment, is overdue.
const LATE: [FeeEvent; 2] = [FeeEvent::Invoice, FeeEvent::Payment];

pub struct FeeCause {
    pub customer: CustomerId,
    pub on: FeeEvent,
    pub source: String,
    pub reference: Option<String>,
    pub booking: Option<BookingId>,
    pub job: Option<FreightJobId>,
}

pub struct CustomerTerms {
    pub fee: Fee,
    pub own: Option<CustomerFee>,
    pub is_charged: bool,
}

impl CustomerTerms {
    pub fn net(&self, basis: Basis, currency: &str) -> Option<Decimal> {
        let method = self.fee.calc_method;
        let is_timed = self.fee.fee_type == FeeType::WaitTime;
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
        match is_timed && method != FeeCalcMethod::Percentage {
            true => fees::rules::net_beyond_free(charge, basis, currency),
            false => fees::rules::net(charge, basis, currency),
        }
    }

    pub fn tax_percent(&self, terms: &Terms) -> Decimal {
        match self.fee.is_tax_applicable {
            true => terms.tax_percent,
            false => Decimal::ZERO,
        }
    }
}

fn holds(first: Option<NaiveDate>, last: Option<NaiveDate>, day: NaiveDate) -> bool {
    first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
}

/// Returns the event's active fees, by the customer's own terms or its type's.
pub async fn load_fees(
    scope: &mut Scope,
    customer: CustomerId,
    on: FeeEvent,
    day: NaiveDate,
) -> Result<Vec<CustomerTerms>> {
    let fees: Vec<Fee> = scope
        .all(Where::all().eq(Fee::APPLY_ON, on).eq(Fee::IS_ACTIVE, true))
        .await?;
    if fees.is_empty() {
        return Ok(Vec::new());
    }
    let kind = customers::find(scope, customer).await?.customer_type;
    let own = Where::all().eq(CustomerFee::CUSTOMER_ID, customer);
    let mut own: Vec<CustomerFee> = scope.all(own).await?;
    own.retain(|fee| holds(fee.effective_date, fee.expire_date, day));
    // The latest valid terms.
    own.sort_by_key(|fee| (fee.effective_date, fee.id));
    Ok(fees
        .into_iter()
        .map(|fee| {
            let own = own.iter().rev().find(|own| own.fee_id == fee.id).cloned();
            // Terms that are switched off exempt the customer from the type's rates too.
            let is_meant = match &own {
                Some(own) => own.is_active,
                None => fee.customer_types.contains(&kind),
            };
            let is_charged = is_meant && holds(fee.effective_date, fee.expire_date, day);
            CustomerTerms {
                fee,
                own: own.filter(|own| own.is_active),
                is_charged,
            }
        })
        .collect())
}

/// Keeps existing entries, and returns new ones.
pub async fn write_entries(
    scope: &mut Scope,
    terms: &Terms,
    cause: FeeCause,
    basis: impl Fn(FeeType) -> Option<Basis>,
) -> Result<Vec<FeeEntry>> {
    let mut entries = Vec::new();
    for held in load_fees(scope, cause.customer, cause.on, terms.today).await? {
        let is_due = held.is_charged && can_accrue(held.fee.fee_type, cause.on);
        let Some(basis) = basis(held.fee.fee_type).filter(|_| is_due) else {
            continue;
        };
        let Some(net) = held
            .net(basis, &terms.currency)
            .filter(|net| *net > Decimal::ZERO)
        else {
            continue;
        };
        let tax_percent = held.tax_percent(terms);
        let sum = Amount::line(net, tax_percent, &terms.currency);
        let entry = New::<FeeEntry> {
            fee_id: held.fee.id,
            customer_id: cause.customer,
            source: cause.source.clone(),
            invoice_type: held.fee.invoice_type,
            fee_type: held.fee.fee_type,
            name: held.fee.name,
            reference_no: cause.reference.clone(),
            day: terms.today,
            tax_exclusive_amount: sum.tax_exclusive_amount,
            tax: sum.tax,
            tax_percent: Some(tax_percent),
            amount: sum.total,
            booking_id: cause.booking,
            job_id: cause.job,
            invoice_id: None,
        }
        .created_at(scope.now());
        if insert_entry(scope, &entry).await? {
            entries.push(entry);
        }
    }
    Ok(entries)
}

pub fn carried(booking: &FeeableBooking) -> BookingFeeInput<'_> {
    BookingFeeInput {
        options: &booking.options,
        is_dangerous: booking.is_dangerous,
        is_insured: booking.is_insured,
        pieces: booking.pieces,
        longest_cm: booking.longest_cm,
        sold: booking.sold,
    }
}

fn of_booking(booking: &FeeableBooking, on: FeeEvent, source: String) -> FeeCause {
    let (customer, reference) = (booking.customer_id, Some(booking.name.clone()));
    FeeCause {
        customer,
        on,
        source,
        reference,
        booking: Some(booking.id),
        job: None,
    }
}

pub fn unit_basis(sum: Decimal) -> Basis {
    Basis {
        sum,
        count: Decimal::ONE,
    }
}

pub async fn accrue_on_booking(mut scope: Scope, id: BookingId) -> Result<()> {
    let terms = terms(&scope).await?;
    let booking = match bookings::load_feeable(&mut scope, id).await {
        Ok(booking) if !booking.is_void => booking,
        Ok(_) | Err(data::Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    let cause = of_booking(&booking, FeeEvent::Booking, format!("booking:{id}"));
    write_entries(&mut scope, &terms, cause, |kind| {
        fees::rules::booking_basis(kind, carried(&booking))
    })
    .await?;
    scope.commit().await
}

/// Keeps fees from earlier scans.
pub async fn drop_cancelled(mut scope: Scope, id: BookingId) -> Result<()> {
    delete_uninvoiced(&mut scope, format!("booking:{id}")).await?;
    scope.commit().await
}

pub async fn accrue_on_status(mut scope: Scope, change: StatusChange) -> Result<()> {
    let terms = terms(&scope).await?;
    let booking = match bookings::load_feeable(&mut scope, change.booking_id).await {
        Ok(booking) => booking,
        Err(data::Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    let source = format!("scan:{}:{}", booking.id, change.to.as_str());
    let cause = of_booking(&booking, FeeEvent::ScanEvent, source);
    write_entries(&mut scope, &terms, cause, |kind| {
        fees::rules::applies_to_status(kind, change.to).then(|| unit_basis(booking.sold))
    })
    .await?;
    scope.commit().await
}

/// Fee invoices accrue no fees.
pub async fn accrue_on_closing(scope: &mut Scope, terms: &Terms, invoice: &Invoice) -> Result<()> {
    if invoice.invoice_type.accrues_no_fees() {
        return Ok(());
    }
    let cause = FeeCause {
        customer: invoice.customer_id,
        on: FeeEvent::Invoice,
        source: format!("invoice:{}", invoice.id),
        reference: invoice.invoice_number.clone(),
        booking: None,
        job: None,
    };
    match write_entries(scope, terms, cause, |kind: FeeType| {
        applies_to_closing(kind).then(|| unit_basis(invoice.base_tax_exclusive_amount))
    })
    .await
    {
        // The customer was deleted since.
        Ok(_) | Err(data::Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Drops the fee of closing an invoice. Keeps one that is on an invoice itself.
pub async fn drop_voided(scope: &mut Scope, invoice: InvoiceId) -> Result<()> {
    delete_uninvoiced(scope, format!("invoice:{invoice}")).await
}

/// Accrues the event's fees for late payment, once per overdue invoice.
async fn accrue_late(scope: &mut Scope, terms: &Terms, on: FeeEvent) -> Result<()> {
    let of_late = Where::all()
        .eq(Fee::APPLY_ON, on)
        .eq(Fee::FEE_TYPE, FeeType::LatePayment)
        .eq(Fee::IS_ACTIVE, true);
    if scope.count::<Fee>(of_late).await? == 0 {
        return Ok(());
    }
    let late = payable_invoices()
        .lt(Invoice::DUE_DATE, terms.today)
        .gt(Invoice::OUTSTANDING_AMOUNT, Decimal::ZERO);
    let invoices: Vec<Invoice> = scope.all(late).await?;
    for invoice in invoices {
        let cause = FeeCause {
            customer: invoice.customer_id,
            on,
            source: format!("late:{}", invoice.id),
            reference: invoice.invoice_number.clone(),
            booking: None,
            job: None,
        };
        let owed = invoice.base_outstanding_amount;
        match write_entries(scope, terms, cause, |kind: FeeType| {
            applies_to_late(kind).then(|| unit_basis(owed))
        })
        .await
        {
            Ok(_) | Err(data::Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Accrues late and monthly fees.
pub async fn accrue_daily(mut scope: Scope) -> Result<()> {
    let terms = terms(&scope).await?;
    for on in LATE {
        accrue_late(&mut scope, &terms, on).await?;
    }
    let of_period = Where::all()
        .eq(Fee::APPLY_ON, FeeEvent::Period)
        .eq(Fee::IS_ACTIVE, true);
    if scope.count::<Fee>(of_period).await? > 0 {
        let mut ids = customers::list_open_accounts(&mut scope).await?;
        ids.sort_unstable();
        let month = format!("{:04}-{:02}", terms.today.year(), terms.today.month());
        for customer in ids {
            let source = format!("period:{month}");
            let reference = Some(month.clone());
            let cause = FeeCause {
                customer,
                on: FeeEvent::Period,
                source,
                reference,
                booking: None,
                job: None,
            };
            let basis = |kind: FeeType| applies_to_period(kind).then(|| unit_basis(Decimal::ONE));
            write_entries(&mut scope, &terms, cause, basis).await?;
        }
    }
    scope.commit().await
}

pub struct FeeInvoice {
    pub invoice_type: InvoiceType,
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub entries: Vec<FeeEntry>,
}

impl FeeInvoice {
    /// Names no bookings and jobs, which may be on another invoice. Keeps the rates that the fees
    /// accrued with.
    pub fn lines(&self, terms: &Terms) -> Vec<InvoiceDetail> {
        let line = |entry: &FeeEntry| {
            let price = Amount {
                tax_exclusive_amount: entry.tax_exclusive_amount,
                tax: entry.tax,
                total: entry.amount,
            };
            // A line without tax is zero-rated, like those of bookings.
            let accrued = entry.tax_percent.filter(|_| !entry.tax.is_zero());
            let percent =
                accrued.unwrap_or_else(|| price.tax_percent(terms.tax_percent, &terms.currency));
            let kind = InvoiceDetailType::Fee;
            InvoiceDetail {
                reference_no: entry.reference_no.clone(),
                ..InvoiceDetail::new(kind, entry.name.clone(), price, percent)
            }
        };
        self.entries.iter().map(line).collect()
    }
}

/// Returns the customer's entries up to the last day. With chosen bookings or jobs, only theirs.
pub async fn load_uninvoiced(
    scope: &mut Scope,
    customer: CustomerId,
    asked: &InvoiceRunRequest,
) -> Result<Vec<FeeInvoice>> {
    let narrow = Where::all()
        .eq(FeeEntry::CUSTOMER_ID, customer)
        .is_null(FeeEntry::INVOICE_ID)
        .le(FeeEntry::DAY, asked.to_date);
    let mut entries: Vec<FeeEntry> = scope.all(narrow).await?;
    if asked.is_selection() {
        entries.retain(|entry| {
            let of_booking = entry.booking_id.map(|id| asked.booking_ids.contains(&id));
            let of_job = entry.job_id.map(|id| asked.job_ids.contains(&id));
            of_booking.or(of_job).unwrap_or_default()
        });
    }
    entries.sort_by_key(|entry| (entry.day, entry.id));
    let mut by_type: BTreeMap<&str, Vec<FeeEntry>> = BTreeMap::new();
    for entry in entries {
        by_type
            .entry(entry.invoice_type.as_str())
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
            Some(FeeInvoice {
                invoice_type,
                first,
                last,
                entries: entries.to_vec(),
            })
        })
        .collect())
}

/// An entry of another invoice is a conflict.
pub async fn assign_entries(
    scope: &mut Scope,
    invoice: InvoiceId,
    entries: Vec<FeeEntry>,
) -> Result<()> {
    for mut entry in entries {
        entry.invoice_id = Some(invoice);
        scope.update(&mut entry).await?;
    }
    Ok(())
}
