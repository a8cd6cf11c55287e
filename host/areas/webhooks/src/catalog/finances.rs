//! Payloads of finance events: the record in its current state.

use billing::{CreditNoteId, InvoiceId, webhook_payloads as billed};
use data::{Result, Scope};
use futures_util::{FutureExt, future::BoxFuture};
use receivables::{
    CardTransactionId, DunningNoticeId, PaymentId, events, webhook_payloads as received,
};
use serde_json::Value;

use crate::catalog::EventContent;

fn to_content(kind: &str, id: i64, payload: billed::EventPayload) -> EventContent {
    let (customer, record) = payload.unzip();
    EventContent::from_record(kind, id, customer, record)
}

pub fn posted(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let id: InvoiceId = billing::events::INVOICE_POSTED.read(version, payload)?;
        Ok(to_content(
            "invoice",
            id.0,
            billed::invoice(scope, id).await?,
        ))
    }
    .boxed()
}

pub fn received(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let id: PaymentId = events::PAYMENT_RECEIVED.read(version, payload)?;
        Ok(to_content(
            "payment",
            id.0,
            received::payment(scope, id).await?,
        ))
    }
    .boxed()
}

pub fn card_changed(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let news = events::CARD_CHANGED.read(version, payload)?;
        let id = CardTransactionId(news.card_transaction_id);
        let happened = to_content(
            "cardPayment",
            id.0,
            received::card_payment(scope, id).await?,
        );
        Ok(happened.with_brief("change", news.change.as_str()))
    }
    .boxed()
}

pub fn credited(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let id: CreditNoteId = billing::events::CREDIT_NOTE_APPROVED.read(version, payload)?;
        Ok(to_content(
            "creditNote",
            id.0,
            billed::credit_note(scope, id).await?,
        ))
    }
    .boxed()
}

pub fn reminded(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let id = DunningNoticeId(events::REMINDER_SENT.read(version, payload)?.notice_id);
        Ok(to_content(
            "reminder",
            id.0,
            received::reminder(scope, id).await?,
        ))
    }
    .boxed()
}

pub fn sample_invoice() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "invoice",
        5210,
        None,
        Some(billed::sample_invoice()?),
    ))
}

pub fn sample_payment() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "payment",
        880,
        None,
        Some(received::sample_payment()?),
    ))
}

pub fn sample_card() -> Result<EventContent> {
    let happened = EventContent::from_record(
        "cardPayment",
        95,
        None,
        Some(received::sample_card_payment()?),
    );
    Ok(happened.with_brief("change", events::CardChange::Disputed.as_str()))
}

pub fn sample_credit_note() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "creditNote",
        61,
        None,
        Some(billed::sample_credit_note()?),
    ))
}

pub fn sample_reminder() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "reminder",
        307,
        None,
        Some(received::sample_reminder()?),
    ))
}
