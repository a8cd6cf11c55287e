//! Event payloads, as in the API, without card holders.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope, Where,
    ids::{BookingId, CustomerId},
};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;

use crate::{
    cards::model::{CardStatus, CardTransaction, CardTransactionId},
    dunning::model::{DunningNotice, DunningNoticeId},
    payments::model::{Payment, PaymentId},
};
use billing::webhook_payloads::{CUSTOMER, EventPayload, sample_amounts, sample_day, to_json};

pub async fn payment(scope: &mut Scope, id: PaymentId) -> Result<EventPayload> {
    let payment: Option<Payment> = scope.first(Where::id(id)).await?;
    payment
        .map(|payment| Ok((payment.customer_id, to_json(&payment)?)))
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

/// Excludes secrets, card holder and client address.
#[data::wire]
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
    amount: Decimal,
    surcharge_amount: Decimal,
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
