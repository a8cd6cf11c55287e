//! Ledger entries of payments.

use carriage::money::Amount;
use chrono::NaiveDate;
use rust_decimal::Decimal;

use crate::{
    cards::model::CardTransaction,
    payments::model::{Payment, PaymentDetail},
    values::PaymentDetailType,
};
use billing::allocations::model::PaymentInvoice;
use ledger::{
    entries::{Counterparty, NewEntry},
    model::LedgerMovement,
    rules::{self, Pair},
};

fn payment_entry(
    movement: LedgerMovement,
    payment: &Payment,
    day: NaiveDate,
    pairs: Vec<Pair>,
) -> NewEntry {
    NewEntry {
        movement,
        source: payment.id.0,
        counterparty: Counterparty::Customer(payment.customer_id),
        day,
        reference: payment.payment_reference_number.clone(),
        invoice: None,
        payment: Some(payment.id),
        credit_note: None,
        agent_invoice: None,
        pairs,
    }
}

/// Includes prepayments. `surcharge` is in the base currency.
pub fn received(payment: &Payment, surcharge: Amount) -> NewEntry {
    let mut pairs = rules::received(payment.base_paid_amount);
    pairs.extend(rules::surcharged(
        surcharge.tax_exclusive_amount,
        surcharge.tax,
    ));
    payment_entry(
        LedgerMovement::PaymentReceived,
        payment,
        payment.payment_date,
        pairs,
    )
}

pub fn allocated(share: &PaymentInvoice, payment: &Payment, day: NaiveDate) -> NewEntry {
    NewEntry {
        source: share.id.0,
        invoice: Some(share.invoice_id),
        reference: share.invoice_number.clone(),
        ..payment_entry(
            LedgerMovement::PaymentAllocated,
            payment,
            day,
            rules::allocated(share.base_paid_amount, share.base_amount),
        )
    }
}

/// Enters a refund or a reversal. Its reduction of an invoice is a separate entry, against the
/// allocation. `surcharge`: net and tax that go back with it, in the base currency.
pub fn returned(
    detail: &PaymentDetail,
    payment: &Payment,
    (net, tax): (Decimal, Decimal),
) -> NewEntry {
    let movement = match detail.payment_detail_type {
        PaymentDetailType::Reversal => LedgerMovement::PaymentReversed,
        _ => LedgerMovement::PaymentRefunded,
    };
    let mut pairs = rules::returned(detail.base_unapplied_amount, detail.base_amount);
    pairs.extend(rules::surcharged(-net, -tax));
    NewEntry {
        source: detail.id.0,
        invoice: detail.invoice_id,
        reference: detail.reference_number.clone(),
        ..payment_entry(movement, payment, detail.detail_date, pairs)
    }
}

/// Enters the net and tax of a surcharge that the provider refunded, in the base currency.
pub fn surcharge_refunded(
    card: &CardTransaction,
    payment: &Payment,
    day: NaiveDate,
    (net, tax): (Decimal, Decimal),
) -> NewEntry {
    NewEntry {
        source: card.id.0,
        ..payment_entry(
            LedgerMovement::SurchargeRefunded,
            payment,
            day,
            rules::surcharged(-net, -tax),
        )
    }
}
