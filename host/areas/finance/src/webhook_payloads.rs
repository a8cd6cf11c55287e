//! Event payloads of invoices, payments, credit notes, reminders and card payments: as in the API,
//! without carrier costs and card holders.

use chrono::{DateTime, Days, NaiveDate, Utc};
use kernel::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;

use crate::{
    cards::model::{CardStatus, CardTransaction, CardTransactionId},
    credit_notes::model::{CreditNote, CreditNoteId},
    dunning::model::{DunningNotice, DunningNoticeId},
    invoices::model::{Invoice, InvoiceId, InvoicedCustomer},
    payments::model::{Payment, PaymentId},
    values::{CreditNoteStatus, InvoiceStatus},
};

/// The customer and the payload. None for a deleted record.
pub type EventPayload = Option<(CustomerId, Value)>;

pub async fn invoice(scope: &mut Scope, id: InvoiceId) -> Result<EventPayload> {
    let invoice: Option<Invoice> = scope.first(Where::id(id)).await?;
    invoice
        .map(|invoice| Ok((invoice.customer_id, invoice_payload(invoice)?)))
        .transpose()
}

pub async fn payment(scope: &mut Scope, id: PaymentId) -> Result<EventPayload> {
    let payment: Option<Payment> = scope.first(Where::id(id)).await?;
    payment
        .map(|payment| Ok((payment.customer_id, to_json(&payment)?)))
        .transpose()
}

pub async fn credit_note(scope: &mut Scope, id: CreditNoteId) -> Result<EventPayload> {
    let note: Option<CreditNote> = scope.first(Where::id(id)).await?;
    note.map(|note| Ok((note.customer_id, to_json(&note)?)))
        .transpose()
}

pub async fn reminder(scope: &mut Scope, id: DunningNoticeId) -> Result<EventPayload> {
    let notice: Option<DunningNotice> = scope.first(Where::id(id)).await?;
    notice
        .map(|notice| Ok((notice.customer_id, to_json(&notice)?)))
        .transpose()
}

pub async fn card_payment(scope: &mut Scope, id: CardTransactionId) -> Result<EventPayload> {
    let card: Option<CardTransaction> = scope.first(Where::id(id)).await?;
    card.map(|card| Ok((card.customer_id, card_payload(&card)?)))
        .transpose()
}

/// Sample payloads, for developers of receivers.
pub fn sample_invoice() -> Result<Value> {
    let (net, tax, total) = sample_amounts();
    invoice_payload(Invoice {
        id: InvoiceId(5210),
        row_version: 4,
        invoice_number: Some("INV000123".to_owned()),
        customer_id: CUSTOMER,
        tax_exclusive_amount: net,
        tax,
        amount: total,
        outstanding_amount: total,
        currency: "AUD".to_owned(),
        base_currency: "AUD".to_owned(),
        base_tax_exclusive_amount: net,
        base_tax: tax,
        base_amount: total,
        base_outstanding_amount: total,
        invoice_date: sample_day(0),
        due_date: sample_day(14),
        status: InvoiceStatus::Posted,
        customer: InvoicedCustomer {
            id: CUSTOMER,
            code: "C04711".to_owned(),
            company_name: Some("Bluegum Wines".to_owned()),
            ..InvoicedCustomer::default()
        },
        ..Invoice::default()
    })
}

pub fn sample_payment() -> Result<Value> {
    let (_, _, total) = sample_amounts();
    to_json(&Payment {
        id: PaymentId(880),
        row_version: 2,
        customer_id: CUSTOMER,
        currency: "AUD".to_owned(),
        paid_amount: total,
        base_paid_amount: total,
        payment_date: sample_day(9),
        payment_reference_number: Some("INV000123".to_owned()),
        ..Payment::default()
    })
}

pub fn sample_credit_note() -> Result<Value> {
    let (net, tax, total) = sample_amounts();
    to_json(&CreditNote {
        id: CreditNoteId(61),
        row_version: 3,
        credit_note_number: Some("CN000017".to_owned()),
        credit_note_date: Some(sample_day(5)),
        customer_id: CUSTOMER,
        invoice_id: InvoiceId(5210),
        invoice_number: Some("INV000123".to_owned()),
        currency: "AUD".to_owned(),
        amount: total,
        approved_amount: total,
        unapplied_amount: total,
        tax_exclusive_amount: net,
        tax,
        status: CreditNoteStatus::Approved,
        ..CreditNote::default()
    })
}

pub fn sample_reminder() -> Result<Value> {
    let (_, _, total) = sample_amounts();
    to_json(&DunningNotice {
        id: DunningNoticeId(307),
        row_version: 1,
        customer_id: CUSTOMER,
        day: sample_day(35),
        days_overdue: 21,
        step_name: "Second reminder".to_owned(),
        subject: "Second reminder: 110.00 AUD overdue".to_owned(),
        email_address: Some("robin@bluegum.example".to_owned()),
        amount: total,
        currency: "AUD".to_owned(),
        ..DunningNotice::default()
    })
}

pub fn sample_card_payment() -> Result<Value> {
    let (_, _, total) = sample_amounts();
    card_payload(&CardTransaction {
        id: CardTransactionId(95),
        customer_id: CUSTOMER,
        provider: "stripe".to_owned(),
        reference: "T1-95".to_owned(),
        status: CardStatus::Settled,
        amount: total,
        currency: "AUD".to_owned(),
        card_type: Some("Visa".to_owned()),
        card_ends_with: Some("4242".to_owned()),
        dispute_status: Some("needs_response".to_owned()),
        payment_id: Some(PaymentId(880)),
        ..CardTransaction::default()
    })
}

const CUSTOMER: CustomerId = CustomerId(4711);

/// Net, tax and total of the samples.
fn sample_amounts() -> (Decimal, Decimal, Decimal) {
    (Decimal::from(100), Decimal::from(10), Decimal::from(110))
}

fn sample_day(later: u64) -> NaiveDate {
    NaiveDate::default() + Days::new(20_600 + later)
}

fn to_json(record: &impl Serialize) -> Result<Value> {
    Ok(serde_json::to_value(record)?)
}

/// The input of an ad hoc invoice has carrier costs.
fn invoice_payload(mut invoice: Invoice) -> Result<Value> {
    invoice.ad_hoc = None;
    let mut payload = to_json(&invoice)?;
    if let Some(members) = payload.as_object_mut() {
        members.remove("adhocInvoice");
        // Depends on the day of the request.
        members.remove("isOverdue");
    }
    Ok(payload)
}

/// A card payment, without secrets, card holder and client address.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CardPayment<'a> {
    id: CardTransactionId,
    customer_id: CustomerId,
    merchant: &'a str,
    reference: &'a str,
    transaction_id: Option<&'a str>,
    status: CardStatus,
    /// Includes the surcharge.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    amount: Decimal,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    surcharge_amount: Decimal,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    refunded_amount: Decimal,
    currency: &'a str,
    card_type: Option<&'a str>,
    card_ends_with: Option<&'a str>,
    dispute_status: Option<&'a str>,
    payment_id: Option<PaymentId>,
    booking_id: Option<BookingId>,
    transaction_time: DateTime<Utc>,
}

fn card_payload(card: &CardTransaction) -> Result<Value> {
    to_json(&CardPayment {
        id: card.id,
        customer_id: card.customer_id,
        merchant: &card.provider,
        reference: &card.reference,
        transaction_id: card.transaction_id.as_deref(),
        status: card.status,
        amount: card.amount,
        surcharge_amount: card.surcharge_amount,
        refunded_amount: card.refunded_amount,
        currency: &card.currency,
        card_type: card.card_type.as_deref(),
        card_ends_with: card.card_ends_with.as_deref(),
        dispute_status: card.dispute_status.as_deref(),
        payment_id: card.payment_id,
        booking_id: card.booking_id,
        transaction_time: card.creation_time,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::ad_hoc_model::AdHocInvoice;

    #[test]
    fn what_an_ad_hoc_invoice_was_made_from_is_told_to_nobody_outside() {
        let invoice = Invoice {
            ad_hoc: Some(AdHocInvoice::default()),
            ..Invoice::default()
        };
        assert!(
            invoice_payload(invoice)
                .unwrap()
                .get("adhocInvoice")
                .is_none()
        );
        assert_eq!(sample_invoice().unwrap()["invoiceNumber"], "INV000123");
    }

    #[test]
    fn a_card_payment_says_nothing_of_its_holder_and_its_secrets() {
        let secret = || "kept back".to_owned();
        let card = CardTransaction {
            nonce: Some(secret()),
            nonce_hash: secret(),
            card_holder_name: Some(secret()),
            authorization_code: Some(secret()),
            ip_address: secret(),
            note: Some(secret()),
            ..CardTransaction::default()
        };
        assert!(
            !card_payload(&card)
                .unwrap()
                .to_string()
                .contains("kept back")
        );
    }
}
