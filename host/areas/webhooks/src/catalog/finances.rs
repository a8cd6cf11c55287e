//! What finance's events say: the record that each is about, as it is now.

use finance::{
    CardTransactionId, CreditNoteId, DunningNoticeId, InvoiceId, PaymentId, events, told,
};
use futures_util::{FutureExt, future::BoxFuture};
use kernel::{Result, Scope};
use serde_json::Value;

use super::Happened;

fn about(kind: &str, id: i64, told: told::Told) -> Happened {
    let (customer, record) = told.unzip();
    Happened::of(kind, id, customer, record)
}

pub fn posted(scope: &mut Scope, version: i64, payload: Value) -> BoxFuture<'_, Result<Happened>> {
    async move {
        let id: InvoiceId = events::INVOICE_POSTED.read(version, payload)?;
        Ok(about("invoice", id.0, told::invoice(scope, id).await?))
    }
    .boxed()
}

pub fn received(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<Happened>> {
    async move {
        let id: PaymentId = events::PAYMENT_RECEIVED.read(version, payload)?;
        Ok(about("payment", id.0, told::payment(scope, id).await?))
    }
    .boxed()
}

pub fn card_changed(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<Happened>> {
    async move {
        let news = events::CARD_CHANGED.read(version, payload)?;
        let id = CardTransactionId(news.card_transaction_id);
        let happened = about("cardPayment", id.0, told::card_payment(scope, id).await?);
        Ok(happened.with("change", news.change.word()))
    }
    .boxed()
}

pub fn credited(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<Happened>> {
    async move {
        let id: CreditNoteId = events::CREDIT_NOTE_APPROVED.read(version, payload)?;
        Ok(about(
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
) -> BoxFuture<'_, Result<Happened>> {
    async move {
        let id = DunningNoticeId(events::REMINDED.read(version, payload)?.notice_id);
        Ok(about("reminder", id.0, told::reminder(scope, id).await?))
    }
    .boxed()
}

pub fn sample_invoice() -> Result<Happened> {
    Ok(Happened::of(
        "invoice",
        5210,
        None,
        Some(told::sample_invoice()?),
    ))
}

pub fn sample_payment() -> Result<Happened> {
    Ok(Happened::of(
        "payment",
        880,
        None,
        Some(told::sample_payment()?),
    ))
}

pub fn sample_card() -> Result<Happened> {
    let happened = Happened::of("cardPayment", 95, None, Some(told::sample_card_payment()?));
    Ok(happened.with("change", events::CardChange::Disputed.word()))
}

pub fn sample_credit_note() -> Result<Happened> {
    Ok(Happened::of(
        "creditNote",
        61,
        None,
        Some(told::sample_credit_note()?),
    ))
}

pub fn sample_reminder() -> Result<Happened> {
    Ok(Happened::of(
        "reminder",
        307,
        None,
        Some(told::sample_reminder()?),
    ))
}
