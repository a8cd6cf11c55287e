//! Allocation, refund and reversal of payments.

use carriage::money;
use chrono::NaiveDate;
use data::{Error, New, Refusal, Result, Scope, Where, message};
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    cards,
    payments::{
        deallocate::{load_allocations, remove_allocation, reopened_amounts},
        service::{OnePayment, allocate_payment, load_related, settle_own_remittance},
    },
};
use crate::{
    payments::{
        self,
        model::{Payment, PaymentDetail, PaymentId},
    },
    values::PaymentDetailType,
};
use billing::{
    allocations::service::lock_invoices,
    invoices::{self, terms::terms},
};
use billing::{
    allocations::{model::InvoiceShare, rules::MAX_SHARES},
    invoices::model::{Invoice, InvoiceId},
    values::{InvoiceEvent, PaymentType},
};
use ledger::input_rules::check_note;
use ledger::input_rules::{MAX_TEXT, is_near};

const INVALID_PAYMENT_STATUS: Refusal =
    Refusal::new(5110, "The payment is not in a state for this.");

/// Allocates a payment to invoices.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllocatePayment {
    payment_id: PaymentId,
    /// 1 to 500, together at most the unallocated amount.
    allocated_invoice_payments: Vec<InvoiceShare>,
}

/// A refund to the customer.
#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundPayment {
    payment_id: PaymentId,
    amount: Decimal,
    /// The paid invoice, which is reopened by the amount. Default: refunds the unallocated amount.
    invoice_id: Option<InvoiceId>,
    /// Default: today.
    refund_date: Option<NaiveDate>,
    reference_number: Option<String>,
    note: Option<String>,
}

/// A payment reversed by the bank. Of a card payment, the part not refunded is reversed.
#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReversePayment {
    pub(crate) payment_id: PaymentId,
    /// Default: today.
    pub(crate) reversal_date: Option<NaiveDate>,
    pub(crate) reference_number: Option<String>,
    pub(crate) note: Option<String>,
}

pub async fn allocate(mut scope: Scope, sent: AllocatePayment) -> Result<OnePayment> {
    let shares = sent.allocated_invoice_payments;
    if !(1..=MAX_SHARES).contains(&shares.len()) {
        let message = message!("must be 1 to {max} invoices", max = MAX_SHARES);
        return Err(Error::invalid("allocatedInvoicePayments", message));
    }
    let mut payment = lock_payment_row(&mut scope, sent.payment_id).await?;
    let invoices = lock_invoices(&mut scope, &shares).await?;
    let mut errors =
        billing::allocations::rules::check("allocatedInvoicePayments", &shares, &invoices);
    errors.extend(billing::allocations::rules::check_currency(
        "allocatedInvoicePayments",
        &payment.currency,
        &invoices,
    ));
    if errors.is_empty()
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
    if errors.is_empty() && allocated > payment.unallocated_amount {
        let unallocated = payment.unallocated_amount.normalize();
        let message = message!(
            "must not exceed the unallocated amount of {max}",
            max = unallocated
        );
        errors.push(data::FieldError::new("allocatedInvoicePayments", message));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    allocate_payment(&mut scope, &mut payment, &shares, invoices).await?;
    settle_own_remittance(&mut scope, &payment, &shares).await?;
    to_response(scope, payment).await
}

pub async fn refund(mut scope: Scope, sent: RefundPayment) -> Result<OnePayment> {
    // Lock order: card transaction, then payment, as for providers' reports.
    let by_card = cards::refund::lock_payment_transaction(&mut scope, sent.payment_id).await?;
    let (payment, back) = validate_refund(&mut scope, sent).await?;
    let payment = match by_card {
        Some(by_card) => {
            cards::refund::refund_through_provider(&mut scope, by_card, payment, back).await?
        }
        None => {
            let payment = book(&mut scope, payment, back).await?;
            scope.commit().await?;
            payment
        }
    };
    Ok(OnePayment {
        payment: load_related(&mut scope, payment).await?,
    })
}

pub struct PendingRefund {
    pub amount: Decimal,
    /// The invoice whose allocation is reduced. None: the unallocated amount.
    pub invoice: Option<InvoiceId>,
    pub day: NaiveDate,
    pub reference_number: Option<String>,
    pub note: Option<String>,
}

async fn validate_refund(
    scope: &mut Scope,
    sent: RefundPayment,
) -> Result<(Payment, PendingRefund)> {
    let day = sent.refund_date.unwrap_or(terms(scope).await?.today);
    check(
        day,
        "refundDate",
        sent.reference_number.as_deref(),
        sent.note.as_deref(),
    )?;
    money::check(sent.amount, "amount").map_err(|error| Error::Invalid(vec![error]))?;
    let payment = lock_payment_row(scope, sent.payment_id).await?;
    if money::round(sent.amount, &payment.currency) != sent.amount {
        return Err(Error::invalid(
            "amount",
            message!("has more digits after the point than the currency"),
        ));
    }
    let available = match sent.invoice_id {
        Some(id) => {
            scope.lock::<Invoice>(id).await?;
            let invoice = invoices::service::find(scope, id).await?;
            reopened_amounts(&invoice, sent.amount)?;
            load_allocations(scope, payment.id)
                .await?
                .remove(&id)
                .unwrap_or_default()
        }
        None => spare_prepayment(scope, &payment).await?,
    };
    if let Some(errors) = payments::change_rules::check_refund(sent.amount, available) {
        return Err(Error::Invalid(vec![errors]));
    }
    ledger::entries::check_open(scope, day, "refundDate").await?;
    let (reference_number, note) = (sent.reference_number, sent.note);
    Ok((
        payment,
        PendingRefund {
            amount: sent.amount,
            invoice: sent.invoice_id,
            day,
            reference_number,
            note,
        },
    ))
}

/// Runs before `book`, which can fail midway.
pub async fn can_book(scope: &mut Scope, payment: &Payment, back: &PendingRefund) -> Result<bool> {
    let available = match back.invoice {
        Some(id) => {
            scope.lock::<Invoice>(id).await?;
            let invoice: Option<Invoice> = scope.first(Where::id(id)).await?;
            if invoice.is_none_or(|invoice| reopened_amounts(&invoice, back.amount).is_err()) {
                return Ok(false);
            }
            load_allocations(scope, payment.id)
                .await?
                .remove(&id)
                .unwrap_or_default()
        }
        None => payment.unallocated_amount,
    };
    Ok(is_open(scope, back.day).await?
        && payment.reversed_date.is_none()
        && payments::change_rules::check_refund(back.amount, available).is_none())
}

/// True unless the day is in a locked period.
pub async fn is_open(scope: &mut Scope, day: NaiveDate) -> Result<bool> {
    match ledger::entries::check_open(scope, day, "refundDate").await {
        Err(Error::Invalid(_)) => Ok(false),
        other => other.map(|()| true),
    }
}

/// Books a refund in the scope's transaction.
pub async fn book(scope: &mut Scope, mut payment: Payment, back: PendingRefund) -> Result<Payment> {
    let terms = terms(scope).await?;
    let unapplied = match back.invoice {
        Some(invoice) => {
            scope.lock::<Invoice>(invoice).await?;
            let event = InvoiceEvent::PaymentRefunded;
            remove_allocation(
                scope,
                &payment,
                invoice,
                back.amount,
                event,
                (back.day, "refundDate"),
            )
            .await?
        }
        None => payment.set_unallocated(payment.unallocated_amount - back.amount, &terms.currency),
    };
    payment.refunded_amount += back.amount;
    // All refunded parts add up to the received amount.
    let refunded = payment.to_base(payment.refunded_amount, &terms.currency);
    let base = refunded - payment.base_refunded_amount;
    payment.base_refunded_amount = refunded;
    scope.update(&mut payment).await?;
    let kind = PaymentDetailType::Refund;
    let out = OutgoingAmount {
        kind,
        amount: back.amount,
        base,
        kept: unapplied,
        day: back.day,
        invoice: back.invoice,
    };
    write(scope, &payment, out, back.reference_number, back.note).await?;
    Ok(payment)
}

pub async fn reverse(mut scope: Scope, sent: ReversePayment) -> Result<OnePayment> {
    let payment = reverse_payment(&mut scope, sent).await?;
    to_response(scope, payment).await
}

/// Reverses a payment in the scope's transaction.
pub async fn reverse_payment(scope: &mut Scope, sent: ReversePayment) -> Result<Payment> {
    let terms = terms(scope).await?;
    let day = sent.reversal_date.unwrap_or(terms.today);
    check(
        day,
        "reversalDate",
        sent.reference_number.as_deref(),
        sent.note.as_deref(),
    )?;
    // Lock order: card transaction, then payment, as for providers' reports.
    cards::refund::lock_payment_transaction(scope, sent.payment_id).await?;
    let mut payment = lock_payment_row(scope, sent.payment_id).await?;
    let amount = payment.paid_amount - payment.refunded_amount;
    // A bank reverses whole payments. A chargeback takes the part that was not refunded.
    let is_reversible = match payment.payment_type {
        PaymentType::CreditCard => amount > Decimal::ZERO,
        _ => payment.refunded_amount.is_zero(),
    };
    if !is_reversible {
        let refunded = payment.refunded_amount.normalize();
        let message = message!(
            "{amount} of the payment is refunded: it can't be reversed any more.",
            amount = refunded
        );
        return Err(INVALID_PAYMENT_STATUS.with_message(message));
    }
    // Ordered by invoice id, the lock order of payments.
    let paying = load_allocations(scope, payment.id).await?;
    for id in paying.keys() {
        scope.lock::<Invoice>(*id).await?;
    }
    let mut unapplied = Decimal::ZERO;
    for (id, amount) in paying {
        unapplied += remove_allocation(
            scope,
            &payment,
            id,
            amount,
            InvoiceEvent::PaymentReversed,
            (day, "reversalDate"),
        )
        .await?;
    }
    unapplied += payment.set_unallocated(Decimal::ZERO, &terms.currency);
    payment.reversed_date = Some(day);
    scope.update(&mut payment).await?;
    let out = OutgoingAmount {
        kind: PaymentDetailType::Reversal,
        amount,
        base: payment.base_paid_amount - payment.base_refunded_amount,
        kept: unapplied,
        day,
        invoice: None,
    };
    write(scope, &payment, out, sent.reference_number, sent.note).await?;
    Ok(payment)
}

async fn lock_payment_row(scope: &mut Scope, id: PaymentId) -> Result<Payment> {
    scope.lock::<Payment>(id).await?;
    let payment: Payment = scope.find(id).await?;
    cards::refund::check_none_pending(scope, &payment).await?;
    match payment.reversed_date {
        None => Ok(payment),
        Some(day) => Err(INVALID_PAYMENT_STATUS.with_message(message!(
            "The payment was reversed on {day}.",
            day = day.to_string()
        ))),
    }
}

/// Returns the unallocated amount that a prepaid customer's bookings do not need.
async fn spare_prepayment(scope: &mut Scope, payment: &Payment) -> Result<Decimal> {
    let customer = customers::load_billing(scope, payment.customer_id).await?;
    if customer.customer_type != customers::CustomerType::Prepaid {
        return Ok(payment.unallocated_amount);
    }
    customers::lock_customer(scope, customer.id).await?;
    // The balance is in the base currency.
    let balance = customers::balance(scope, customer.id).await? * payment.currency_factor.0;
    let balance = balance.round_dp_with_strategy(
        money::minor_units(&payment.currency),
        RoundingStrategy::ToZero,
    );
    Ok(payment.unallocated_amount.min(balance).max(Decimal::ZERO))
}

struct OutgoingAmount {
    kind: PaymentDetailType,
    amount: Decimal,
    /// In the base currency, and the unapplied part of it.
    base: Decimal,
    kept: Decimal,
    day: NaiveDate,
    invoice: Option<InvoiceId>,
}

async fn write(
    scope: &mut Scope,
    payment: &Payment,
    out: OutgoingAmount,
    reference_number: Option<String>,
    description: Option<String>,
) -> Result<()> {
    let detail = scope
        .create(New::<PaymentDetail> {
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
            creator_user_id: scope.caller.user(),
        })
        .await?;
    let (member, surcharge) = match out.kind {
        PaymentDetailType::Reversal => {
            let surcharge = ledger::sum_surcharge(scope, payment.id).await?;
            ("reversalDate", surcharge)
        }
        _ => ("refundDate", (Decimal::ZERO, Decimal::ZERO)),
    };
    ledger::entries::post_entries(
        scope,
        member,
        vec![crate::ledger_entries::returned(&detail, payment, surcharge)],
    )
    .await
}

async fn to_response(mut scope: Scope, payment: Payment) -> Result<OnePayment> {
    let payment = load_related(&mut scope, payment).await?;
    scope.commit().await?;
    Ok(OnePayment { payment })
}

fn check(day: NaiveDate, member: &str, reference: Option<&str>, note: Option<&str>) -> Result<()> {
    if !is_near(day) {
        let message = message!(
            "must be a day from {first} to {last}",
            first = 2000,
            last = 2100
        );
        return Err(Error::invalid(member, message));
    }
    if reference.is_some_and(|number| number.chars().count() > MAX_TEXT) {
        let message = message!("must be at most {max} characters", max = MAX_TEXT);
        return Err(Error::invalid("referenceNumber", message));
    }
    check_note(note)
}
