//! Payloads of finance events: the record in its current state.

use finance::{
    CardTransactionId, CreditNoteId, DunningNoticeId, InvoiceId, PaymentId, events,
    webhook_payloads as told,
};
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{Result, Scope};
use serde_json::Value;

use crate::catalog::EventContent;

fn to_content(kind: &str, id: i64, told: told::EventPayload) -> EventContent {
    let (customer, record) = told.unzip();
    EventContent::from_record(kind, id, customer, record)
}

pub fn posted(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let id: InvoiceId = events::INVOICE_POSTED.read(version, payload)?;
        Ok(to_content("invoice", id.0, told::invoice(scope, id).await?))
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
        Ok(to_content("payment", id.0, told::payment(scope, id).await?))
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
        let happened = to_content("cardPayment", id.0, told::card_payment(scope, id).await?);
        Ok(happened.with_brief("change", news.change.word()))
    }
    .boxed()
}

pub fn credited(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let id: CreditNoteId = events::CREDIT_NOTE_APPROVED.read(version, payload)?;
        Ok(to_content(
            "creditNote",
            id.0,
            told::credit_note(scope, id).await?,
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
            told::reminder(scope, id).await?,
        ))
    }
    .boxed()
}

pub fn sample_invoice() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "invoice",
        5210,
        None,
        Some(told::sample_invoice()?),
    ))
}

pub fn sample_payment() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "payment",
        880,
        None,
        Some(told::sample_payment()?),
    ))
}

pub fn sample_card() -> Result<EventContent> {
    let happened =
        EventContent::from_record("cardPayment", 95, None, Some(told::sample_card_payment()?));
    Ok(happened.with_brief("change", events::CardChange::Disputed.word()))
}

pub fn sample_credit_note() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "creditNote",
        61,
        None,
        Some(told::sample_credit_note()?),
    ))
}

pub fn sample_reminder() -> Result<EventContent> {
    Ok(EventContent::from_record(
        "reminder",
        307,
        None,
        Some(told::sample_reminder()?),
    ))
}
