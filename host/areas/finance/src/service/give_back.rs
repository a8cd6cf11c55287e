//! What becomes of a payment later: what is left of it pays invoices, it is refunded, or it has bounced.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use freight::money;
use kernel::{Error, Refusal, Result, Scope, Where, message};
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    books, card,
    draft::tell,
    hold::{hold, hold_payment},
    payment::{OnePayment, held, pay, whole},
    read,
    remittance::check_note,
    terms::terms,
};
use crate::{
    model::{
        invoice::{Invoice, InvoiceId},
        payment::{
            InvoiceShare, Payment, PaymentDetail, PaymentDetailId, PaymentId, PaymentInvoice,
            PaymentInvoiceId, Remittance, RemittanceInvoice,
        },
        words::{InvoiceEvent, InvoiceStatus, PaymentDetailType},
    },
    rules::{
        allocate::{self, MAX_SHARES},
        check::{MAX_TEXT, is_near},
        give_back,
        status::NOT_NOW,
    },
};

const NOT_THIS: Refusal = Refusal::new(5110, "The payment is not in a state for this.");

/// What of a payment pays which invoices from now on.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllocatePayment {
    payment_id: PaymentId,
    /// 1 to 500, together at most what is unallocated.
    allocated_invoice_payments: Vec<InvoiceShare>,
}

/// What is paid back to the customer.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundPayment {
    payment_id: PaymentId,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    amount: Decimal,
    /// The invoice that it pays so far, which is open again by as much; left out: it is of what is unallocated.
    invoice_id: Option<InvoiceId>,
    /// Today where it is left out.
    refund_date: Option<NaiveDate>,
    #[serde(default, deserialize_with = "kernel::case::text")]
    reference_number: Option<String>,
    #[serde(default, deserialize_with = "kernel::case::text")]
    note: Option<String>,
}

/// A payment that has bounced.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReversePayment {
    pub(super) payment_id: PaymentId,
    /// Today where it is left out.
    pub(super) reversal_date: Option<NaiveDate>,
    #[serde(default, deserialize_with = "kernel::case::text")]
    pub(super) reference_number: Option<String>,
    #[serde(default, deserialize_with = "kernel::case::text")]
    pub(super) note: Option<String>,
}

pub async fn allocate(mut scope: Scope, sent: AllocatePayment) -> Result<OnePayment> {
    let shares = sent.allocated_invoice_payments;
    if !(1..=MAX_SHARES).contains(&shares.len()) {
        let says = message!("must be 1 to {max} invoices", max = MAX_SHARES);
        return Err(Error::invalid("allocatedInvoicePayments", says));
    }
    let mut payment = mine(&mut scope, sent.payment_id).await?;
    let invoices = held(&mut scope, &shares).await?;
    let mut wrong = allocate::check("allocatedInvoicePayments", &shares, &invoices);
    wrong.extend(allocate::check_currency(
        "allocatedInvoicePayments",
        &payment.currency,
        &invoices,
    ));
    if wrong.is_empty()
        && invoices
            .iter()
            .any(|invoice| invoice.customer_id != payment.customer_id)
    {
        return Err(Error::invalid(
            "allocatedInvoicePayments",
            message!("must be invoices of this customer"),
        ));
    }
    let allocated: Decimal = shares.iter().map(|share| share.amount).sum();
    if wrong.is_empty() && allocated > payment.unallocated_amount {
        let left = payment.unallocated_amount.normalize();
        let says = message!(
            "must not come to more than {max}, what is unallocated",
            max = left
        );
        wrong.push(kernel::FieldError::new("allocatedInvoicePayments", says));
    }
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    pay(&mut scope, &mut payment, &shares, invoices).await?;
    done(scope, payment).await
}

pub async fn refund(mut scope: Scope, sent: RefundPayment) -> Result<OnePayment> {
    // A card payment is held before its payment, as when its provider tells of it.
    let by_card = card::refund::held(&mut scope, sent.payment_id).await?;
    let (payment, back) = refundable(&mut scope, sent).await?;
    let payment = match by_card {
        Some(by_card) => card::refund::through_provider(&mut scope, by_card, payment, back).await?,
        None => {
            let payment = book(&mut scope, payment, back).await?;
            scope.commit().await?;
            payment
        }
    };
    Ok(OnePayment {
        payment: whole(&mut scope, payment).await?,
    })
}

/// What is paid back of a payment.
pub struct Back {
    pub amount: Decimal,
    /// The invoice that it is taken off; none: it is of what is unallocated.
    pub invoice: Option<InvoiceId>,
    pub day: NaiveDate,
    pub reference_number: Option<String>,
    pub note: Option<String>,
}

/// Refuses what can't be paid back.
async fn refundable(scope: &mut Scope, sent: RefundPayment) -> Result<(Payment, Back)> {
    let day = sent.refund_date.unwrap_or(terms(scope).await?.today);
    check(
        day,
        "refundDate",
        sent.reference_number.as_deref(),
        sent.note.as_deref(),
    )?;
    money::check(sent.amount, "amount").map_err(|error| Error::Invalid(vec![error]))?;
    let payment = mine(scope, sent.payment_id).await?;
    if money::round(sent.amount, &payment.currency) != sent.amount {
        return Err(Error::invalid(
            "amount",
            message!("has more digits after the point than the currency"),
        ));
    }
    let there = match sent.invoice_id {
        Some(id) => {
            hold(scope, id).await?;
            let invoice = read::find(scope, id).await?;
            reopened(&invoice, sent.amount)?;
            paying(scope, payment.id)
                .await?
                .remove(&id)
                .unwrap_or_default()
        }
        None => ahead(scope, &payment).await?,
    };
    if let Some(wrong) = give_back::refund(sent.amount, there) {
        return Err(Error::Invalid(vec![wrong]));
    }
    books::check_open(scope, day, "refundDate").await?;
    let (reference_number, note) = (sent.reference_number, sent.note);
    Ok((
        payment,
        Back {
            amount: sent.amount,
            invoice: sent.invoice_id,
            day,
            reference_number,
            note,
        },
    ))
}

/// Whether so much can be written down as paid back now: `book` leaves half of it behind where it can't.
pub async fn can_book(scope: &mut Scope, payment: &Payment, back: &Back) -> Result<bool> {
    let there = match back.invoice {
        Some(id) => {
            hold(scope, id).await?;
            let invoice: Option<Invoice> = scope.first(Where::id(id)).await?;
            if invoice.is_none_or(|invoice| reopened(&invoice, back.amount).is_err()) {
                return Ok(false);
            }
            paying(scope, payment.id)
                .await?
                .remove(&id)
                .unwrap_or_default()
        }
        None => payment.unallocated_amount,
    };
    let is_open = match books::check_open(scope, back.day, "refundDate").await {
        Err(Error::Invalid(_)) => false,
        other => other.map(|()| true)?,
    };
    Ok(is_open
        && payment.reversed_date.is_none()
        && give_back::refund(back.amount, there).is_none())
}

/// Writes down that so much is paid back, in the scope's transaction.
pub async fn book(scope: &mut Scope, mut payment: Payment, back: Back) -> Result<Payment> {
    let terms = terms(scope).await?;
    let kept = match back.invoice {
        Some(invoice) => {
            hold(scope, invoice).await?;
            let event = InvoiceEvent::PaymentRefunded;
            reopen(
                scope,
                &payment,
                invoice,
                back.amount,
                event,
                (back.day, "refundDate"),
            )
            .await?
        }
        None => payment.keep(payment.unallocated_amount - back.amount, &terms.currency),
    };
    payment.refunded_amount += back.amount;
    // All parts that are refunded come to what came in.
    let refunded = payment.in_base(payment.refunded_amount, &terms.currency);
    let base = refunded - payment.base_refunded_amount;
    payment.base_refunded_amount = refunded;
    scope.update(&mut payment).await?;
    let kind = PaymentDetailType::Refund;
    let out = Out {
        kind,
        amount: back.amount,
        base,
        kept,
        day: back.day,
        invoice: back.invoice,
    };
    write(scope, &payment, out, back.reference_number, back.note).await?;
    Ok(payment)
}

pub async fn reverse(mut scope: Scope, sent: ReversePayment) -> Result<OnePayment> {
    let payment = undo(&mut scope, sent).await?;
    done(scope, payment).await
}

/// Takes a payment back, in the scope's transaction.
pub async fn undo(scope: &mut Scope, sent: ReversePayment) -> Result<Payment> {
    let terms = terms(scope).await?;
    let day = sent.reversal_date.unwrap_or(terms.today);
    check(
        day,
        "reversalDate",
        sent.reference_number.as_deref(),
        sent.note.as_deref(),
    )?;
    let mut payment = mine(scope, sent.payment_id).await?;
    if payment.refunded_amount > Decimal::ZERO {
        let refunded = payment.refunded_amount.normalize();
        let says = message!(
            "{amount} of the payment is refunded: it can't be reversed any more.",
            amount = refunded
        );
        return Err(NOT_THIS.because(says));
    }
    // By the invoices' ids, in which order payments wait for them.
    let paying = paying(scope, payment.id).await?;
    for id in paying.keys() {
        hold(scope, *id).await?;
    }
    let mut kept = Decimal::ZERO;
    for (id, amount) in paying {
        kept += reopen(
            scope,
            &payment,
            id,
            amount,
            InvoiceEvent::PaymentReversed,
            (day, "reversalDate"),
        )
        .await?;
    }
    kept += payment.keep(Decimal::ZERO, &terms.currency);
    payment.reversed_date = Some(day);
    scope.update(&mut payment).await?;
    let (kind, amount, base) = (
        PaymentDetailType::Reversal,
        payment.paid_amount,
        payment.base_paid_amount,
    );
    let out = Out {
        kind,
        amount,
        base,
        kept,
        day,
        invoice: None,
    };
    write(scope, &payment, out, sent.reference_number, sent.note).await?;
    Ok(payment)
}

/// The payment, of which nobody else changes anything until the end of the transaction.
async fn mine(scope: &mut Scope, id: PaymentId) -> Result<Payment> {
    hold_payment(scope, id).await?;
    let payment: Payment = scope.find(id).await?;
    card::refund::check_none_pending(scope, &payment).await?;
    match payment.reversed_date {
        None => Ok(payment),
        Some(day) => Err(NOT_THIS.because(message!(
            "The payment was reversed on {day}.",
            day = day.to_string()
        ))),
    }
}

/// What is left of the payment and no booking of a customer that pays ahead draws on.
async fn ahead(scope: &mut Scope, payment: &Payment) -> Result<Decimal> {
    let customer = customers::billing(scope, payment.customer_id).await?;
    if customer.customer_type != customers::CustomerType::Prepaid {
        return Ok(payment.unallocated_amount);
    }
    customers::hold(scope, customer.id).await?;
    // The balance is in the base currency.
    let balance = customers::balance(scope, customer.id).await? * payment.currency_factor.0;
    let balance = balance.round_dp_with_strategy(
        money::minor_units(&payment.currency),
        RoundingStrategy::ToZero,
    );
    Ok(payment.unallocated_amount.min(balance).max(Decimal::ZERO))
}

/// What of the payment pays which invoice now.
pub async fn paying(scope: &mut Scope, payment: PaymentId) -> Result<BTreeMap<InvoiceId, Decimal>> {
    let rows: Vec<PaymentInvoice> = scope
        .all(Where::all().eq(PaymentInvoice::PAYMENT_ID, payment))
        .await?;
    let mut sums: BTreeMap<InvoiceId, Decimal> = BTreeMap::new();
    for row in rows {
        *sums.entry(row.invoice_id).or_default() += row.amount;
    }
    sums.retain(|_, sum| *sum > Decimal::ZERO);
    Ok(sums)
}

/// What is outstanding on the invoice, and where it stands, once so much pays it no more.
fn reopened(invoice: &Invoice, amount: Decimal) -> Result<(Decimal, InvoiceStatus)> {
    let outstanding = invoice.outstanding_amount + amount;
    match give_back::reopened(invoice.status, invoice.amount, outstanding) {
        Some(status) => Ok((outstanding, status)),
        None => Err(NOT_NOW.because(message!(
            "The invoice {number} is {status}: what paid it stays.",
            number = invoice.invoice_number.clone().unwrap_or_default(),
            status = invoice.status
        ))),
    }
}

/// So much of the payment pays the held invoice no more. Gives what that is in the base currency, by the payment's factor.
async fn reopen(
    scope: &mut Scope,
    payment: &Payment,
    id: InvoiceId,
    amount: Decimal,
    event: InvoiceEvent,
    (day, member): (NaiveDate, &str),
) -> Result<Decimal> {
    let base = terms(scope).await?.currency;
    let mut invoice = read::find(scope, id).await?;
    let (outstanding, status) = reopened(&invoice, amount)?;
    let base_amount = invoice.owe(outstanding);
    invoice.status = status;
    let kept = payment.in_base(amount, &base);
    scope.update(&mut invoice).await?;
    tell(scope, id, event, Some(amount.normalize().to_string())).await?;
    let mut less = PaymentInvoice {
        id: PaymentInvoiceId::default(),
        row_version: 0,
        payment_id: payment.id,
        invoice_id: id,
        invoice_number: invoice.invoice_number,
        amount: -amount,
        base_amount,
        base_paid_amount: -kept,
        payment_type: payment.payment_type,
        creation_time: scope.now(),
    };
    scope.insert(&mut less).await?;
    books::enter(scope, member, vec![books::allocated(&less, payment, day)]).await?;
    unsettle(scope, payment, id, amount).await?;
    Ok(kept)
}

/// Takes off the payment's remittance advice what has come in by it.
async fn unsettle(
    scope: &mut Scope,
    payment: &Payment,
    invoice: InvoiceId,
    amount: Decimal,
) -> Result<()> {
    let Some(advice) = payment.remittance_id else {
        return Ok(());
    };
    let mut remittance: Remittance = scope.find(advice).await?;
    let lines: Vec<RemittanceInvoice> = scope
        .all(Where::all().eq(RemittanceInvoice::REMITTANCE_ID, advice))
        .await?;
    let mut paid = Decimal::ZERO;
    for mut line in lines {
        if line.invoice_id == invoice {
            line.paid_amount = (line.paid_amount - amount).max(Decimal::ZERO);
            line.status = allocate::standing(line.amount, line.paid_amount);
            scope.update(&mut line).await?;
        }
        paid += line.paid_amount.min(line.amount);
    }
    remittance.status = allocate::standing(remittance.total_amount, paid);
    scope.update(&mut remittance).await
}

/// What goes out again.
struct Out {
    kind: PaymentDetailType,
    amount: Decimal,
    /// In the base currency, and what of that was kept for the customer so far.
    base: Decimal,
    kept: Decimal,
    day: NaiveDate,
    invoice: Option<InvoiceId>,
}

async fn write(
    scope: &mut Scope,
    payment: &Payment,
    out: Out,
    reference_number: Option<String>,
    description: Option<String>,
) -> Result<()> {
    let mut detail = PaymentDetail {
        id: PaymentDetailId::default(),
        row_version: 0,
        payment_id: payment.id,
        customer_id: payment.customer_id,
        payment_detail_type: out.kind,
        amount: out.amount,
        currency: payment.currency.clone(),
        base_amount: out.base,
        base_unapplied_amount: out.kept,
        detail_date: out.day,
        invoice_id: out.invoice,
        reference_number,
        description,
        creation_time: scope.now(),
        creator_user_id: scope.caller.user(),
    };
    scope.insert(&mut detail).await?;
    let member = match out.kind {
        PaymentDetailType::Reversal => "reversalDate",
        _ => "refundDate",
    };
    books::enter(scope, member, vec![books::returned(&detail, payment)]).await
}

async fn done(mut scope: Scope, payment: Payment) -> Result<OnePayment> {
    let payment = whole(&mut scope, payment).await?;
    scope.commit().await?;
    Ok(OnePayment { payment })
}

fn check(day: NaiveDate, member: &str, reference: Option<&str>, note: Option<&str>) -> Result<()> {
    if !is_near(day) {
        let says = message!(
            "must be a day from {first} to {last}",
            first = 2000,
            last = 2100
        );
        return Err(Error::invalid(member, says));
    }
    if reference.is_some_and(|number| number.chars().count() > MAX_TEXT) {
        let says = message!("must be at most {max} characters", max = MAX_TEXT);
        return Err(Error::invalid("referenceNumber", says));
    }
    check_note(note)
}
