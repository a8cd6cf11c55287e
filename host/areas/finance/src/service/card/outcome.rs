//! What a provider has answered, written down once: the transaction, the payment that it became, and who is told.

use chrono::TimeDelta;
use freight::money::Amount;
use kernel::{Error, Message, Result, Scope, Where, message};
use rust_decimal::Decimal;

use super::{DECLINED, LEASE, MAX_ATTEMPTS, REFUSED, UNANSWERED, enqueue_settling, hold, pause};
use crate::{
    card_port::{CardFault, CardTold},
    events::{CARD_CHANGED, CardChange, CardChanged, PAYMENT_RECEIVED},
    model::{
        card::{CardIntent, CardStatus, CardTransaction, CardTransactionId},
        factor::Factor,
        invoice::Invoice,
        payment::{InvoiceShare, Payment, PaymentId},
        words::PaymentType,
    },
    rules::{allocate, card},
    service::{
        books,
        payment::{held, pay},
        terms::terms,
    },
};

/// The number of an attempt counts operations in its hundreds and the attempts of each in the rest, so that an answer
/// that comes much too late is never taken for that of a later operation.
const OPERATION: i64 = 100;
/// Longer words of providers are cut.
const MAX_WORDS: usize = 500;

/// Writes the outcome down, unless another has already, and saves. An error is a refusal that says what came of it.
/// `first`: it was the first attempt, so that a refusal is final.
pub async fn finish(
    scope: &mut Scope,
    id: CardTransactionId,
    attempt: i64,
    answer: Result<CardTold, CardFault>,
    first: bool,
) -> Result<CardTransaction> {
    let mut known = hold(scope, id).await?;
    if known.intent.is_some() && known.attempts == attempt {
        match answer.and_then(|told| in_currency(told, &known)) {
            Ok(told) => {
                known.nonce = None;
                take(scope, &mut known, &told).await?;
                if known.intent.is_some() {
                    // It is under way there: it is asked again, or tells by itself.
                    leave_open(scope, &mut known, "").await?;
                }
            }
            Err(fault) if fault.is_open || !first => {
                leave_open(scope, &mut known, &fault.message).await?
            }
            Err(fault) => fail(scope, &mut known, &fault.message).await?,
        }
        scope.commit().await?;
    }
    said(known)
}

/// An answer in another currency is about no money that was asked for: the provider has to be looked at.
fn in_currency(told: CardTold, known: &CardTransaction) -> Result<CardTold, CardFault> {
    match told.currency == known.currency {
        true => Ok(told),
        false => Err(CardFault {
            is_open: true,
            message: format!(
                "It answered in {} instead of {}.",
                told.currency, known.currency
            ),
        }),
    }
}

/// The transaction if its money is taken or reserved, else a refusal that says where it stands.
pub fn said(known: CardTransaction) -> Result<CardTransaction> {
    let words = known.decline_message.clone().unwrap_or_default();
    match known.status {
        CardStatus::Pending => Err(UNANSWERED.because(message!(
            "The payment provider has not confirmed the payment. We keep asking: don't pay again before it has failed."
        ))),
        CardStatus::Failed if words.is_empty() => Err(REFUSED.into()),
        CardStatus::Failed => Err(REFUSED.because(Message::verbatim(words))),
        status if card::has_failed(status) && words.is_empty() => Err(DECLINED.into()),
        status if card::has_failed(status) => {
            Err(DECLINED.because(message!("The card was declined: {words}", words = words)))
        }
        _ => Ok(known),
    }
}

/// Takes over what the provider tells, in the scope's transaction, and announces what finance has to know of.
pub async fn take(scope: &mut Scope, known: &mut CardTransaction, told: &CardTold) -> Result<()> {
    let before = known.clone();
    known.status = card::after(known.status, card::status(told));
    let differs = card::is_held_anew(before.status, known.status) && told.amount != known.amount;
    if differs {
        // The provider's amount is the one that was moved; as a reservation it pays for nothing then.
        known.surcharge_amount = known.surcharge_amount.min(told.amount);
        known.amount = told.amount;
    }
    known.transaction_id.get_or_insert_with(|| told.id.clone());
    // It only grows: what is told late takes nothing back.
    known.refunded_amount = known.refunded_amount.max(told.refunded);
    let told_of = |text: &Option<String>| {
        text.as_ref()
            .map(|text| text.chars().take(MAX_WORDS).collect::<String>())
    };
    known.card_type = told_of(&told.card_type).or(known.card_type.take());
    known.card_ends_with = told_of(&told.card_ends_with).or(known.card_ends_with.take());
    known.card_holder_name = told_of(&told.card_holder_name).or(known.card_holder_name.take());
    known.authorization_code =
        told_of(&told.authorization_code).or(known.authorization_code.take());
    known.dispute_status = told_of(&told.dispute).or(known.dispute_status.take());
    if card::has_failed(known.status) {
        known.decline_code = told_of(&told.decline_code).or(known.decline_code.take());
        known.decline_message = told_of(&told.decline_message).or(known.decline_message.take());
    }
    if is_answered(known) {
        known.intent = None;
        known.lease_time = None;
        known.nonce = None;
    }
    if card::is_taken(known.status) && known.payment_id.is_none() {
        known.payment_id = Some(received(scope, known).await?);
    }
    scope.update(known).await?;
    let mut changes = Vec::new();
    if differs {
        changes.push(CardChange::AmountDiffers);
    }
    if before.status == CardStatus::Failed && card::is_taken(known.status) {
        changes.push(CardChange::TakenLate);
    }
    // What was let go of as a whole is refunded, not lost.
    let is_left = known.refunded_amount < known.paid();
    if card::is_taken(before.status) && card::has_failed(known.status) && is_left {
        changes.push(CardChange::Lost);
    }
    if before.dispute_status != known.dispute_status {
        changes.push(CardChange::Disputed);
    }
    for change in changes {
        tell(scope, known, change).await?;
    }
    Ok(())
}

/// Whether what the provider was asked for is done or refused. While a reservation is being taken or let go of, hearing
/// that it is one says nothing of that.
fn is_answered(known: &CardTransaction) -> bool {
    match known.intent {
        Some(CardIntent::Capture | CardIntent::Void) => known.status != CardStatus::Authorized,
        _ => known.status != CardStatus::Pending,
    }
}

pub async fn tell(scope: &mut Scope, known: &CardTransaction, change: CardChange) -> Result<()> {
    let said = CardChanged {
        card_transaction_id: known.id.0,
        customer_id: known.customer_id,
        payment_id: known.payment_id.map(|id| id.0),
        change,
    };
    scope.announce(&CARD_CHANGED, &said).await
}

/// The payment that the taken money is. The card was charged whatever has become of the invoices meanwhile: what pays
/// none of them stays unallocated.
async fn received(scope: &mut Scope, card: &CardTransaction) -> Result<PaymentId> {
    let invoices = held(scope, &card.shares).await?;
    let mut left = card.paid();
    let (mut shares, mut paid): (Vec<InvoiceShare>, Vec<Invoice>) = (Vec::new(), Vec::new());
    for (share, invoice) in card.shares.iter().zip(invoices) {
        let amount = share.amount.min(invoice.outstanding_amount).min(left);
        if allocate::can_be_paid(invoice.status) && amount > Decimal::ZERO {
            left -= amount;
            shares.push(InvoiceShare {
                amount,
                ..share.clone()
            });
            paid.push(invoice);
        }
    }
    let terms = terms(scope).await?;
    let exchange = terms.exchange(Some(&card.currency))?;
    let surcharge =
        Amount::line_including_tax(card.surcharge_amount, terms.tax_percent, &card.currency);
    let net = exchange.to_base(surcharge.tax_exclusive_amount);
    let total = exchange.to_base(surcharge.total);
    let surcharge = Amount {
        tax_exclusive_amount: net,
        tax: total - net,
        total,
    };
    let base_paid_amount = exchange.to_base(card.paid());
    let mut payment = Payment {
        id: PaymentId::default(),
        row_version: 0,
        customer_id: card.customer_id,
        paid_amount: card.paid(),
        unallocated_amount: card.paid(),
        refunded_amount: Decimal::ZERO,
        currency: exchange.currency,
        currency_factor: Factor(exchange.factor),
        base_paid_amount,
        base_unallocated_amount: base_paid_amount,
        base_refunded_amount: Decimal::ZERO,
        surcharge_amount: card.surcharge_amount,
        reversed_date: None,
        payment_reference_number: card.transaction_id.clone(),
        payment_date: terms.today,
        payment_type: PaymentType::CreditCard,
        note: card.note.clone(),
        remittance_id: None,
        creation_time: scope.now(),
        creator_user_id: card.creator_user_id,
    };
    scope.insert(&mut payment).await?;
    books::enter(
        scope,
        "paymentDate",
        vec![books::received(&payment, surcharge)],
    )
    .await?;
    scope.announce(&PAYMENT_RECEIVED, &payment.id).await?;
    pay(scope, &mut payment, &shares, paid).await?;
    Ok(payment.id)
}

/// The provider did not say: it is asked again soon, until a person has to look.
pub async fn leave_open(scope: &mut Scope, known: &mut CardTransaction, words: &str) -> Result<()> {
    if known.attempts % OPERATION >= MAX_ATTEMPTS {
        let words = format!(
            "The payment provider did not confirm it {MAX_ATTEMPTS} times. {words} Look for {} there before trying again.",
            known.reference
        );
        return fail(scope, known, &words).await;
    }
    known.lease_time = Some(scope.now());
    scope.update(known).await?;
    enqueue_settling(
        scope,
        known.id,
        known.attempts,
        pause(known.attempts % OPERATION),
    )
    .await
}

/// Begins another operation of the transaction in the scope's transaction; gives its attempt.
pub async fn begin(
    scope: &mut Scope,
    known: &mut CardTransaction,
    intent: CardIntent,
) -> Result<i64> {
    known.intent = Some(intent);
    known.attempts = (known.attempts / OPERATION + 1) * OPERATION + 1;
    known.lease_time = Some(scope.now() + LEASE);
    scope.update(known).await?;
    enqueue_settling(scope, known.id, known.attempts, LEASE).await?;
    Ok(known.attempts)
}

/// Claims the void of a reservation in the scope's transaction; a job asks the provider after the commit.
pub async fn claim_void(scope: &mut Scope, known: &mut CardTransaction) -> Result<()> {
    known.intent = Some(CardIntent::Void);
    known.attempts = (known.attempts / OPERATION + 1) * OPERATION + 1;
    known.lease_time = Some(scope.now());
    scope.unbound().await?.update(known).await?;
    enqueue_settling(scope, known.id, known.attempts, TimeDelta::zero()).await
}

/// True if the provider was asked so often without an answer that the transaction was given up.
pub fn is_given_up(known: &CardTransaction) -> bool {
    known.status == CardStatus::Failed && known.attempts % OPERATION >= MAX_ATTEMPTS
}

async fn fail(scope: &mut Scope, known: &mut CardTransaction, words: &str) -> Result<()> {
    // What is reserved stays so until the provider says otherwise.
    let is_later = matches!(known.intent, Some(CardIntent::Capture | CardIntent::Void));
    if !is_later {
        known.status = CardStatus::Failed;
    }
    known.intent = None;
    known.lease_time = None;
    known.nonce = None;
    known.decline_message = Some(words.chars().take(MAX_WORDS).collect());
    scope.update(known).await?;
    match is_later || known.attempts % OPERATION > 1 {
        true => tell(scope, known, CardChange::GivenUp).await,
        false => Ok(()),
    }
}

/// Claims the transaction for another attempt; none where somebody is at it or its outcome is known.
pub async fn claim_again(
    scope: &mut Scope,
    id: CardTransactionId,
    attempt: i64,
) -> Result<Option<CardTransaction>> {
    let found: Option<CardTransaction> = scope.first(Where::id(id)).await?;
    let Some(mut known) = found else {
        return Ok(None);
    };
    let is_due = known.lease_time.is_none_or(|lease| lease <= scope.now());
    if known.intent.is_none() || known.attempts != attempt || !is_due {
        return Ok(None);
    }
    known.attempts += 1;
    known.lease_time = Some(scope.now() + LEASE);
    match scope.update(&mut known).await {
        Err(Error::Conflict) => return Ok(None),
        other => other?,
    }
    enqueue_settling(scope, known.id, known.attempts, LEASE).await?;
    Ok(Some(known))
}
