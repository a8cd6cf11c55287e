//! Refunds of card payments: claimed, requested under a separate reference, booked when done.

use billing::invoices::{model::InvoiceId, terms::terms};
use carriage::{PluginFault, money};
use chrono::{NaiveDate, TimeDelta};
use data::{Error, Message, New, Result, Scope, Where, message};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};
use work::job::{NewJob, ScopeJobs};

use crate::{
    cards::{
        self, LEASE, MAX_ATTEMPTS, PAYMENT_IN_PROGRESS, PROVIDER_REJECTED, UNANSWERED, backoff,
        model::{CardRefund, CardRefundId, CardRefundStatus, CardTransaction},
        port::{CardState, CardTransactionState},
        provider_call,
        store::lock_transaction,
    },
    events::CardChange,
    payments::{
        self,
        changes::PendingRefund,
        model::{Payment, PaymentId},
    },
};

pub const JOB: &str = "finance.settle-card-refund";

/// Returns None for other types of payment.
pub async fn lock_payment_transaction(
    scope: &mut Scope,
    payment: PaymentId,
) -> Result<Option<CardTransaction>> {
    let found: Option<CardTransaction> = scope
        .first(Where::all().eq(CardTransaction::PAYMENT_ID, payment))
        .await?;
    match found {
        Some(card) => lock_transaction(scope, card.id).await.map(Some),
        None => Ok(None),
    }
}

pub async fn check_none_pending(scope: &mut Scope, payment: &Payment) -> Result<()> {
    match find_pending(scope, payment.id).await? {
        false => Ok(()),
        true => Err(PAYMENT_IN_PROGRESS.with_message(message!(
            "A refund of this card payment is under way. Wait until it is confirmed."
        ))),
    }
}

async fn find_pending(scope: &mut Scope, payment: PaymentId) -> Result<bool> {
    let narrow = Where::all()
        .eq(CardRefund::PAYMENT_ID, payment)
        .eq(CardRefund::STATUS, CardRefundStatus::Pending);
    Ok(scope.count::<CardRefund>(narrow).await? > 0)
}

/// Refunds through the provider and saves, also midway.
pub async fn refund_through_provider(
    scope: &mut Scope,
    card: CardTransaction,
    payment: Payment,
    back: PendingRefund,
) -> Result<Payment> {
    let refund = scope
        .create(New::<CardRefund> {
            card_transaction_id: card.id,
            payment_id: payment.id,
            customer_id: payment.customer_id,
            reference: format!("WBR{}", scope.new_guid().simple()),
            amount: back.amount,
            invoice_id: back.invoice,
            refund_date: back.day,
            note: back.note,
            status: CardRefundStatus::Pending,
            message: None,
            attempts: 1,
            lease_time: Some(scope.now() + LEASE),
            creator_user_id: scope.caller.user(),
        })
        .await?;
    enqueue(scope, &refund, LEASE).await?;
    let answer = call_provider(scope, &card, &refund).await?;
    record_outcome(scope, refund.id, refund.attempts, answer).await?;
    scope.find(payment.id).await
}

/// Saves, then calls the provider without an open transaction.
async fn call_provider(
    scope: &mut Scope,
    card: &CardTransaction,
    refund: &CardRefund,
) -> Result<Result<CardTransactionState, PluginFault>> {
    let id = card.transaction_id.clone().unwrap_or_default();
    let (port, call) = provider_call(scope, &card.provider).await?;
    scope.commit().await?;
    Ok(port
        .refund(
            call,
            id,
            refund.amount,
            card.currency.clone(),
            refund.reference.clone(),
        )
        .await)
}

/// Records the outcome unless another worker has, and saves.
async fn record_outcome(
    scope: &mut Scope,
    id: CardRefundId,
    attempt: i64,
    answer: Result<CardTransactionState, PluginFault>,
) -> Result<()> {
    let found: CardRefund = scope.find(id).await?;
    let mut card = lock_transaction(scope, found.card_transaction_id).await?;
    scope.lock::<Payment>(found.payment_id).await?;
    let mut refund: CardRefund = scope.find(id).await?;
    if refund.status == CardRefundStatus::Pending && refund.attempts == attempt {
        match answer {
            Ok(report) if report.state == CardState::Declined => {
                let message = report
                    .decline_message
                    .unwrap_or_else(|| "The payment provider has declined it.".to_owned());
                fail(scope, &mut refund, &message).await?;
            }
            Ok(report) if report.state == CardState::Pending => {
                schedule_retry(scope, &mut refund, "").await?
            }
            Ok(report) => {
                refund.status = CardRefundStatus::Refunded;
                refund.lease_time = None;
                refund.message = None;
                scope.update(&mut refund).await?;
                card.refunded_amount = card.refunded_amount.max(report.refunded);
                scope.update(&mut card).await?;
                book_refund(scope, &card, &refund).await?;
            }
            Err(fault) if cards::rules::is_outcome_unknown(&fault) => {
                schedule_retry(scope, &mut refund, &fault.to_string()).await?
            }
            Err(fault) => fail(scope, &mut refund, &fault.to_string()).await?,
        }
        scope.commit().await?;
    }
    match refund.status {
        CardRefundStatus::Refunded => Ok(()),
        CardRefundStatus::Failed => Err(PROVIDER_REJECTED.with_message(Message::verbatim(refund.message.unwrap_or_default()))),
        _ => Err(UNANSWERED.with_message(message!(
            "The payment provider has not confirmed the refund. We retry automatically and show the result on the payment."
        ))),
    }
}

/// Books the refund even if the invoice has changed since.
async fn book_refund(scope: &mut Scope, card: &CardTransaction, refund: &CardRefund) -> Result<()> {
    let payment: Payment = scope.find(refund.payment_id).await?;
    let back = PendingRefund {
        amount: refund.amount,
        invoice: refund.invoice_id,
        day: refund.refund_date,
        reference_number: Some(refund.reference.clone()),
        note: refund.note.clone(),
    };
    match payments::changes::can_book(scope, &payment, &back).await? {
        true => {
            payments::changes::book(scope, payment, back).await?;
            book_provider_refund(scope, card).await
        }
        // It cannot be undone at the provider, so finance is notified.
        false => cards::outcome::publish_change(scope, card, CardChange::RefundedElsewhere).await,
    }
}

/// Books refunds made at the provider directly, unallocated amounts first, and notifies finance.
/// The surcharge is booked once everything is refunded. The caller holds the card transaction's
/// lock.
pub async fn book_provider_refund(scope: &mut Scope, card: &CardTransaction) -> Result<()> {
    let Some(id) = card.payment_id else {
        return Ok(());
    };
    scope.lock::<Payment>(id).await?;
    let mut payment: Payment = scope.find(id).await?;
    let mut remaining = card.refunded_amount.min(payment.paid_amount) - payment.refunded_amount;
    let is_whole = card.refunded_amount >= card.amount;
    if (remaining <= Decimal::ZERO && !is_whole)
        || payment.reversed_date.is_some()
        || find_pending(scope, id).await?
    {
        return Ok(());
    }
    let day = terms(scope).await?.today;
    let is_surcharge_booked = is_whole && book_surcharge(scope, card, &payment, day).await?;
    if remaining <= Decimal::ZERO && !is_surcharge_booked {
        return Ok(());
    }
    let mut parts: Vec<(Option<InvoiceId>, Decimal)> = vec![(None, payment.unallocated_amount)];
    parts.extend(
        payments::deallocate::load_allocations(scope, id)
            .await?
            .into_iter()
            .map(|(invoice, amount)| (Some(invoice), amount)),
    );
    for (invoice, available) in parts {
        let amount = money::round(remaining.min(available), &card.currency);
        if amount <= Decimal::ZERO {
            continue;
        }
        let (reference_number, note) = (
            card.transaction_id.clone(),
            Some("Refunded at the payment provider".to_owned()),
        );
        let back = PendingRefund {
            amount,
            invoice,
            day,
            reference_number,
            note,
        };
        if payments::changes::can_book(scope, &payment, &back).await? {
            remaining -= amount;
            payment = payments::changes::book(scope, payment, back).await?;
        }
    }
    cards::outcome::publish_change(scope, card, CardChange::RefundedElsewhere).await
}

/// Books the refund of the surcharge, which no call here refunds. Returns false if it is booked
/// already, or the day is in a locked period.
async fn book_surcharge(
    scope: &mut Scope,
    card: &CardTransaction,
    payment: &Payment,
    day: NaiveDate,
) -> Result<bool> {
    let surcharge = ledger::sum_surcharge(scope, payment.id).await?;
    let is_booked = surcharge == (Decimal::ZERO, Decimal::ZERO);
    if is_booked || !payments::changes::is_open(scope, day).await? {
        return Ok(false);
    }
    let entry = crate::ledger_entries::surcharge_refunded(card, payment, day, surcharge);
    ledger::entries::post_entries(scope, "refundDate", vec![entry]).await?;
    Ok(true)
}

async fn schedule_retry(scope: &mut Scope, refund: &mut CardRefund, words: &str) -> Result<()> {
    if refund.attempts >= MAX_ATTEMPTS {
        let words = format!(
            "The payment provider did not confirm it {MAX_ATTEMPTS} times. {words} Look for {} there before trying again.",
            refund.reference
        );
        return fail(scope, refund, &words).await;
    }
    refund.lease_time = Some(scope.now());
    scope.update(refund).await?;
    enqueue(scope, refund, backoff(refund.attempts)).await
}

async fn fail(scope: &mut Scope, refund: &mut CardRefund, message: &str) -> Result<()> {
    refund.status = CardRefundStatus::Failed;
    refund.lease_time = None;
    refund.message = Some(message.chars().take(500).collect());
    scope.update(refund).await
}

async fn enqueue(scope: &mut Scope, refund: &CardRefund, after: TimeDelta) -> Result<()> {
    let due = scope.now() + after;
    let job = NewJob::new(
        JOB,
        json!({ "cardRefundId": refund.id, "attempt": refund.attempts }),
    )
    .with_dedup_key(format!(
        "{}/{}/{}",
        refund.id,
        refund.attempts,
        after.num_seconds()
    ))
    .run_at(due);
    scope.enqueue(job).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardRefundPayload {
    card_refund_id: CardRefundId,
    attempt: i64,
}

/// Handles `finance.settle-card-refund`. Providers refund a repeated reference only once.
pub async fn job(mut scope: Scope, payload: Value) -> Result<()> {
    let CardRefundPayload {
        card_refund_id,
        attempt,
    } = serde_json::from_value(payload)?;
    let Some(mut refund) = scope.first::<CardRefund>(Where::id(card_refund_id)).await? else {
        return Ok(());
    };
    let is_due = refund.lease_time.is_none_or(|lease| lease <= scope.now());
    if refund.status != CardRefundStatus::Pending || refund.attempts != attempt || !is_due {
        return Ok(());
    }
    refund.attempts += 1;
    refund.lease_time = Some(scope.now() + LEASE);
    match scope.update(&mut refund).await {
        Err(Error::Conflict) => return Ok(()),
        other => other?,
    }
    enqueue(&mut scope, &refund, LEASE).await?;
    let card: CardTransaction = scope.find(refund.card_transaction_id).await?;
    let answer = call_provider(&mut scope, &card, &refund).await?;
    match record_outcome(&mut scope, refund.id, refund.attempts, answer).await {
        Ok(()) | Err(Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
