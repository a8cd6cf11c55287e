//! Records a provider's answer once.

use billing::{
    allocations::{model::InvoiceShare, service::lock_invoices},
    exchange_factor::Factor,
    invoices::{model::Invoice, terms::terms},
    values::PaymentType,
};
use carriage::{FaultKind, PluginFault, money::Amount};
use chrono::TimeDelta;
use data::{Error, Message, New, Result, Scope, Where, message};
use rust_decimal::Decimal;
use work::event::ScopeEvents;

use crate::{
    cards::{
        self, DECLINED, LEASE, MAX_ATTEMPTS, PROVIDER_REJECTED, UNANSWERED, backoff,
        enqueue_settling,
        model::{CardIntent, CardStatus, CardTransaction, CardTransactionId},
        port::CardTransactionState,
        store::lock_transaction,
    },
    events::{CARD_CHANGED, CardChange, CardChanged, PAYMENT_RECEIVED},
    payments::{
        model::{Payment, PaymentId},
        service::allocate_payment,
    },
};

/// Attempt numbers count operations in hundreds and each operation's attempts in the remainder, so
/// a late answer is never taken for a later operation's.
const ATTEMPTS_PER_OPERATION: i64 = 100;
const MAX_MESSAGE_LENGTH: usize = 500;

/// Records the outcome unless another worker has, and saves. The error states the outcome. `first`:
/// the first attempt, whose rejection is final.
pub async fn record_outcome(
    scope: &mut Scope,
    id: CardTransactionId,
    attempt: i64,
    answer: Result<CardTransactionState, PluginFault>,
    first: bool,
) -> Result<CardTransaction> {
    let mut transaction = lock_transaction(scope, id).await?;
    if transaction.intent.is_some() && transaction.attempts == attempt {
        match answer.and_then(|report| check_currency(report, &transaction)) {
            Ok(report) => {
                transaction.nonce = None;
                apply_report(scope, &mut transaction, &report).await?;
                if transaction.intent.is_some() {
                    // In progress at the provider: it is called again, or reports.
                    schedule_retry(scope, &mut transaction, "").await?;
                }
            }
            Err(fault) if cards::rules::is_outcome_unknown(&fault) || !first => {
                schedule_retry(scope, &mut transaction, &fault.to_string()).await?
            }
            Err(fault) => fail(scope, &mut transaction, &fault.to_string()).await?,
        }
        scope.commit().await?;
    }
    require_success(transaction)
}

/// Rejects another currency, which concerns no requested money: a person must check.
fn check_currency(
    report: CardTransactionState,
    transaction: &CardTransaction,
) -> Result<CardTransactionState, PluginFault> {
    match report.currency == transaction.currency {
        true => Ok(report),
        false => Err(PluginFault::new(
            FaultKind::BadAnswer,
            message!(
                "It answered in {currency} instead of {expected}.",
                currency = report.currency,
                expected = transaction.currency
            ),
        )),
    }
}

pub fn require_success(transaction: CardTransaction) -> Result<CardTransaction> {
    let words = transaction.decline_message.clone().unwrap_or_default();
    match transaction.status {
        CardStatus::Pending => Err(UNANSWERED.with_message(message!(
            "The payment provider has not confirmed the payment. We retry automatically. Don't pay again unless it fails."
        ))),
        CardStatus::Failed if words.is_empty() => Err(PROVIDER_REJECTED.into()),
        CardStatus::Failed => Err(PROVIDER_REJECTED.with_message(Message::verbatim(words))),
        status if status.has_failed() && words.is_empty() => Err(DECLINED.into()),
        status if status.has_failed() => {
            Err(DECLINED.with_message(message!("The card was declined: {words}", words = words)))
        }
        _ => Ok(transaction),
    }
}

/// Applies a report in the scope's transaction. Publishes changes that need finance's attention.
pub async fn apply_report(
    scope: &mut Scope,
    transaction: &mut CardTransaction,
    report: &CardTransactionState,
) -> Result<()> {
    let before = transaction.clone();
    transaction.status = cards::rules::after(transaction.status, cards::rules::status(report));
    let differs = cards::rules::is_newly_held(before.status, transaction.status)
        && report.amount != transaction.amount;
    if differs {
        // The provider's amount is the one moved. As a reservation it then pays for nothing.
        transaction.surcharge_amount = transaction.surcharge_amount.min(report.amount);
        transaction.amount = report.amount;
    }
    transaction
        .transaction_id
        .get_or_insert_with(|| report.id.clone());
    // Late reports never reduce it.
    transaction.refunded_amount = transaction.refunded_amount.max(report.refunded);
    let told_of = |text: &Option<String>| {
        text.as_ref()
            .map(|text| text.chars().take(MAX_MESSAGE_LENGTH).collect::<String>())
    };
    transaction.card_type = told_of(&report.card_type).or(transaction.card_type.take());
    transaction.card_ends_with =
        told_of(&report.card_ends_with).or(transaction.card_ends_with.take());
    transaction.card_holder_name =
        told_of(&report.card_holder_name).or(transaction.card_holder_name.take());
    transaction.authorization_code =
        told_of(&report.authorization_code).or(transaction.authorization_code.take());
    transaction.dispute_status = told_of(&report.dispute).or(transaction.dispute_status.take());
    if transaction.status.has_failed() {
        transaction.decline_code =
            told_of(&report.decline_code).or(transaction.decline_code.take());
        transaction.decline_message =
            told_of(&report.decline_message).or(transaction.decline_message.take());
    }
    if is_answered(transaction) {
        transaction.intent = None;
        transaction.lease_time = None;
        transaction.nonce = None;
    }
    if transaction.status.is_charged() && transaction.payment_id.is_none() {
        transaction.payment_id = Some(create_payment(scope, transaction).await?);
    }
    scope.update(transaction).await?;
    let mut changes = Vec::new();
    if differs {
        changes.push(CardChange::AmountDiffers);
    }
    if before.status == CardStatus::Failed && transaction.status.is_charged() {
        changes.push(CardChange::TakenLate);
    }
    // A completely released charge is refunded, not lost.
    let is_left = transaction.refunded_amount < transaction.payable_amount();
    if before.status.is_charged() && transaction.status.has_failed() && is_left {
        changes.push(CardChange::Lost);
    }
    if before.dispute_status != transaction.dispute_status {
        changes.push(CardChange::Disputed);
    }
    for change in changes {
        publish_change(scope, transaction, change).await?;
    }
    Ok(())
}

/// Ignores a report of the reservation during a capture or void.
fn is_answered(transaction: &CardTransaction) -> bool {
    match transaction.intent {
        Some(CardIntent::Capture | CardIntent::Void) => {
            transaction.status != CardStatus::Authorized
        }
        _ => transaction.status != CardStatus::Pending,
    }
}

pub async fn publish_change(
    scope: &mut Scope,
    transaction: &CardTransaction,
    change: CardChange,
) -> Result<()> {
    let event = CardChanged {
        card_transaction_id: transaction.id.0,
        customer_id: transaction.customer_id,
        payment_id: transaction.payment_id.map(|id| id.0),
        change,
    };
    scope.publish(&CARD_CHANGED, &event).await
}

/// Invoices may have changed since, so the remainder stays unallocated.
async fn create_payment(scope: &mut Scope, card: &CardTransaction) -> Result<PaymentId> {
    let invoices = lock_invoices(scope, &card.shares).await?;
    let mut remaining = card.payable_amount();
    let (mut shares, mut paid): (Vec<InvoiceShare>, Vec<Invoice>) = (Vec::new(), Vec::new());
    for (share, invoice) in card.shares.iter().zip(invoices) {
        let amount = share.amount.min(invoice.outstanding_amount).min(remaining);
        let obstacle =
            billing::allocations::rules::payment_obstacle(invoice.invoice_type, invoice.status);
        if obstacle.is_none() && amount > Decimal::ZERO {
            remaining -= amount;
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
    let base_paid_amount = exchange.to_base(card.payable_amount());
    let mut payment = scope
        .create(New::<Payment> {
            customer_id: card.customer_id,
            paid_amount: card.payable_amount(),
            unallocated_amount: card.payable_amount(),
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
            creator_user_id: card.creator_user_id,
        })
        .await?;
    ledger::entries::post_entries(
        scope,
        "paymentDate",
        vec![crate::ledger_entries::received(&payment, surcharge)],
    )
    .await?;
    scope.publish(&PAYMENT_RECEIVED, &payment.id).await?;
    allocate_payment(scope, &mut payment, &shares, paid).await?;
    Ok(payment.id)
}

/// Schedules another call until a person must check.
pub async fn schedule_retry(
    scope: &mut Scope,
    transaction: &mut CardTransaction,
    words: &str,
) -> Result<()> {
    if transaction.attempts % ATTEMPTS_PER_OPERATION >= MAX_ATTEMPTS {
        let words = format!(
            "The payment provider did not confirm it {MAX_ATTEMPTS} times. {words} Look for {} there before trying again.",
            transaction.reference
        );
        return fail(scope, transaction, &words).await;
    }
    transaction.lease_time = Some(scope.now());
    scope.update(transaction).await?;
    enqueue_settling(
        scope,
        transaction.id,
        transaction.attempts,
        backoff(transaction.attempts % ATTEMPTS_PER_OPERATION),
    )
    .await
}

/// Begins another operation in the scope's transaction. Returns its attempt.
pub async fn begin_operation(
    scope: &mut Scope,
    transaction: &mut CardTransaction,
    intent: CardIntent,
) -> Result<i64> {
    transaction.intent = Some(intent);
    transaction.attempts =
        (transaction.attempts / ATTEMPTS_PER_OPERATION + 1) * ATTEMPTS_PER_OPERATION + 1;
    transaction.lease_time = Some(scope.now() + LEASE);
    scope.update(transaction).await?;
    enqueue_settling(scope, transaction.id, transaction.attempts, LEASE).await?;
    Ok(transaction.attempts)
}

/// Claims a void in the scope's transaction. A job calls the provider after the commit.
pub async fn claim_void(scope: &mut Scope, transaction: &mut CardTransaction) -> Result<()> {
    transaction.intent = Some(CardIntent::Void);
    transaction.attempts =
        (transaction.attempts / ATTEMPTS_PER_OPERATION + 1) * ATTEMPTS_PER_OPERATION + 1;
    transaction.lease_time = Some(scope.now());
    scope.unrestricted().await?.update(transaction).await?;
    enqueue_settling(
        scope,
        transaction.id,
        transaction.attempts,
        TimeDelta::zero(),
    )
    .await
}

/// True after the maximum attempts without an answer.
pub fn is_abandoned(transaction: &CardTransaction) -> bool {
    transaction.status == CardStatus::Failed
        && transaction.attempts % ATTEMPTS_PER_OPERATION >= MAX_ATTEMPTS
}

async fn fail(scope: &mut Scope, transaction: &mut CardTransaction, message: &str) -> Result<()> {
    // A reservation stays until the provider reports otherwise.
    let is_later = matches!(
        transaction.intent,
        Some(CardIntent::Capture | CardIntent::Void)
    );
    if !is_later {
        transaction.status = CardStatus::Failed;
    }
    transaction.intent = None;
    transaction.lease_time = None;
    transaction.nonce = None;
    transaction.decline_message = Some(message.chars().take(MAX_MESSAGE_LENGTH).collect());
    scope.update(transaction).await?;
    match is_later || transaction.attempts % ATTEMPTS_PER_OPERATION > 1 {
        true => publish_change(scope, transaction, CardChange::GivenUp).await,
        false => Ok(()),
    }
}

/// Returns None if another worker has the transaction or its outcome is known.
pub async fn claim_retry(
    scope: &mut Scope,
    id: CardTransactionId,
    attempt: i64,
) -> Result<Option<CardTransaction>> {
    let found: Option<CardTransaction> = scope.first(Where::id(id)).await?;
    let Some(mut transaction) = found else {
        return Ok(None);
    };
    let is_due = transaction
        .lease_time
        .is_none_or(|lease| lease <= scope.now());
    if transaction.intent.is_none() || transaction.attempts != attempt || !is_due {
        return Ok(None);
    }
    transaction.attempts += 1;
    transaction.lease_time = Some(scope.now() + LEASE);
    match scope.update(&mut transaction).await {
        Err(Error::Conflict) => return Ok(None),
        other => other?,
    }
    enqueue_settling(scope, transaction.id, transaction.attempts, LEASE).await?;
    Ok(Some(transaction))
}
