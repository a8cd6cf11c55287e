//! Refunds of card payments go through the provider: claimed, asked under a reference of their own, booked when done.

use chrono::TimeDelta;
use freight::money;
use kernel::{Error, Message, Result, Scope, Where, job::NewJob, message};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{LEASE, MAX_ATTEMPTS, REFUSED, UNANSWERED, UNDER_WAY, call, hold, outcome, pause};
use crate::{
    card_port::{CardFault, CardState, CardTold},
    events::CardChange,
    model::{
        card::{CardRefund, CardRefundId, CardRefundStatus, CardTransaction},
        invoice::InvoiceId,
        payment::{Payment, PaymentId},
    },
    service::{
        give_back::{self, Back},
        hold::hold_payment,
        terms::terms,
    },
};

pub const JOB: &str = "finance.settle-card-refund";

/// The card transaction that the payment is of, which nobody else changes until the end of the transaction; none for a
/// payment of another kind.
pub async fn held(scope: &mut Scope, payment: PaymentId) -> Result<Option<CardTransaction>> {
    let found: Option<CardTransaction> = scope
        .first(Where::all().eq(CardTransaction::PAYMENT_ID, payment))
        .await?;
    match found {
        Some(card) => hold(scope, card.id).await.map(Some),
        None => Ok(None),
    }
}

/// Refuses while a refund of the payment is under way.
pub async fn check_none_pending(scope: &mut Scope, payment: &Payment) -> Result<()> {
    match pending(scope, payment.id).await? {
        false => Ok(()),
        true => Err(UNDER_WAY.because(message!(
            "A refund of this card payment is under way. Wait until it is confirmed."
        ))),
    }
}

async fn pending(scope: &mut Scope, payment: PaymentId) -> Result<bool> {
    let narrow = Where::all()
        .eq(CardRefund::PAYMENT_ID, payment)
        .eq(CardRefund::STATUS, CardRefundStatus::Pending);
    Ok(scope.count::<CardRefund>(narrow).await? > 0)
}

/// Gives it back through the provider and saves. The scope is saved on the way.
pub async fn through_provider(
    scope: &mut Scope,
    card: CardTransaction,
    payment: Payment,
    back: Back,
) -> Result<Payment> {
    let mut refund = CardRefund {
        id: CardRefundId::default(),
        row_version: 0,
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
        creation_time: scope.now(),
        creator_user_id: scope.caller.user(),
    };
    scope.insert(&mut refund).await?;
    enqueue(scope, &refund, LEASE).await?;
    let answer = ask(scope, &card, &refund).await?;
    finish(scope, refund.id, refund.attempts, answer).await?;
    scope.find(payment.id).await
}

/// Saves, and asks the provider with no transaction open.
async fn ask(
    scope: &mut Scope,
    card: &CardTransaction,
    refund: &CardRefund,
) -> Result<Result<CardTold, CardFault>> {
    let id = card.transaction_id.clone().unwrap_or_default();
    let (port, call) = call(scope, &card.provider).await?;
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

/// Writes the outcome down, unless another has already, and saves. An error is a refusal that says what came of it.
async fn finish(
    scope: &mut Scope,
    id: CardRefundId,
    attempt: i64,
    answer: Result<CardTold, CardFault>,
) -> Result<()> {
    let found: CardRefund = scope.find(id).await?;
    let mut card = hold(scope, found.card_transaction_id).await?;
    hold_payment(scope, found.payment_id).await?;
    let mut refund: CardRefund = scope.find(id).await?;
    if refund.status == CardRefundStatus::Pending && refund.attempts == attempt {
        match answer {
            Ok(told) if told.state == CardState::Declined => {
                let words = told
                    .decline_message
                    .unwrap_or_else(|| "The payment provider has declined it.".to_owned());
                fail(scope, &mut refund, &words).await?;
            }
            Ok(told) if told.state == CardState::Pending => {
                leave_open(scope, &mut refund, "").await?
            }
            Ok(told) => {
                refund.status = CardRefundStatus::Refunded;
                refund.lease_time = None;
                refund.message = None;
                scope.update(&mut refund).await?;
                card.refunded_amount = card.refunded_amount.max(told.refunded);
                scope.update(&mut card).await?;
                booked(scope, &card, &refund).await?;
            }
            Err(fault) if fault.is_open => leave_open(scope, &mut refund, &fault.message).await?,
            Err(fault) => fail(scope, &mut refund, &fault.message).await?,
        }
        scope.commit().await?;
    }
    match refund.status {
        CardRefundStatus::Refunded => Ok(()),
        CardRefundStatus::Failed => Err(REFUSED.because(Message::verbatim(refund.message.unwrap_or_default()))),
        _ => Err(UNANSWERED.because(message!(
            "The payment provider has not confirmed the refund. We keep asking, and the payment will show what came of it."
        ))),
    }
}

/// The money is back with the customer: that is booked, whatever has become of the invoice meanwhile.
async fn booked(scope: &mut Scope, card: &CardTransaction, refund: &CardRefund) -> Result<()> {
    let payment: Payment = scope.find(refund.payment_id).await?;
    let back = Back {
        amount: refund.amount,
        invoice: refund.invoice_id,
        day: refund.refund_date,
        reference_number: Some(refund.reference.clone()),
        note: refund.note.clone(),
    };
    match give_back::can_book(scope, &payment, &back).await? {
        true => {
            give_back::book(scope, payment, back).await?;
            elsewhere(scope, card).await
        }
        // Nobody can undo it at the provider: finance is told to look.
        false => outcome::tell(scope, card, CardChange::RefundedElsewhere).await,
    }
}

/// Books what the provider has given back beyond what was booked here, first of what is unallocated, and tells finance.
/// The card transaction is held.
pub async fn elsewhere(scope: &mut Scope, card: &CardTransaction) -> Result<()> {
    let Some(id) = card.payment_id else {
        return Ok(());
    };
    hold_payment(scope, id).await?;
    let mut payment: Payment = scope.find(id).await?;
    let mut left = card.refunded_amount.min(payment.paid_amount) - payment.refunded_amount;
    if left <= Decimal::ZERO || payment.reversed_date.is_some() || pending(scope, id).await? {
        return Ok(());
    }
    let day = terms(scope).await?.today;
    let mut parts: Vec<(Option<InvoiceId>, Decimal)> = vec![(None, payment.unallocated_amount)];
    parts.extend(
        give_back::paying(scope, id)
            .await?
            .into_iter()
            .map(|(invoice, amount)| (Some(invoice), amount)),
    );
    for (invoice, there) in parts {
        let amount = money::round(left.min(there), &card.currency);
        if amount <= Decimal::ZERO {
            continue;
        }
        let (reference_number, note) = (
            card.transaction_id.clone(),
            Some("Refunded at the payment provider".to_owned()),
        );
        let back = Back {
            amount,
            invoice,
            day,
            reference_number,
            note,
        };
        if give_back::can_book(scope, &payment, &back).await? {
            left -= amount;
            payment = give_back::book(scope, payment, back).await?;
        }
    }
    outcome::tell(scope, card, CardChange::RefundedElsewhere).await
}

async fn leave_open(scope: &mut Scope, refund: &mut CardRefund, words: &str) -> Result<()> {
    if refund.attempts >= MAX_ATTEMPTS {
        let words = format!(
            "The payment provider did not confirm it {MAX_ATTEMPTS} times. {words} Look for {} there before trying again.",
            refund.reference
        );
        return fail(scope, refund, &words).await;
    }
    refund.lease_time = Some(scope.now());
    scope.update(refund).await?;
    enqueue(scope, refund, pause(refund.attempts)).await
}

async fn fail(scope: &mut Scope, refund: &mut CardRefund, words: &str) -> Result<()> {
    refund.status = CardRefundStatus::Failed;
    refund.lease_time = None;
    refund.message = Some(words.chars().take(500).collect());
    scope.update(refund).await
}

async fn enqueue(scope: &mut Scope, refund: &CardRefund, after: TimeDelta) -> Result<()> {
    let due = scope.now() + after;
    let job = NewJob::new(
        JOB,
        json!({ "cardRefundId": refund.id, "attempt": refund.attempts }),
    )
    .once(format!(
        "{}/{}/{}",
        refund.id,
        refund.attempts,
        after.num_seconds()
    ))
    .at(due);
    scope.enqueue(job).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfRefund {
    card_refund_id: CardRefundId,
    attempt: i64,
}

/// The job `finance.settle-card-refund`: asks again under the same reference, which no provider gives back twice.
pub async fn job(mut scope: Scope, payload: Value) -> Result<()> {
    let OfRefund {
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
    let answer = ask(&mut scope, &card, &refund).await?;
    match finish(&mut scope, refund.id, refund.attempts, answer).await {
        Ok(()) | Err(Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
