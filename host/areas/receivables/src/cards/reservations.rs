//! Bookings paid by card: reserved before the carrier call, captured when the carrier has the
//! goods, else voided.
//!
//! Invariants:
//! - A reservation pays for one price only: the same customer, quote, amount and currency.
//! - Lock order: card transaction, then booking. A reservation is never voided while a booking
//!   counts on it.
//! - A void is claimed in the transaction of the change that makes the reservation useless.

use bookings::{
    Payable, Status,
    card_port::{CardBooking, ReservationId},
    events::StatusChange,
};
use carriage::{FaultKind, PluginFault, money};
use data::{Error, Message, Result, Scope, Where, ids::BookingId, message, secrets::Secret};
use rust_decimal::Decimal;

use crate::cards::{
    self, build_request,
    pay::{NewCard, claim_request},
    provider_call, require_provider,
    store::lock_transaction,
};
use crate::cards::{
    model::{CardIntent, CardStatus, CardTransaction, CardTransactionId},
    port::CardTransactionState,
    reservation_rules::{Decision, Price},
};
use billing::invoices::terms::terms;

/// Rejects while the provider has not confirmed the same reservation.
pub async fn is_paid(scope: &mut Scope, booking: CardBooking) -> Result<bool> {
    let found = load_transactions(scope, booking.booking).await?;
    if found.is_empty() {
        return Ok(false);
    }
    let price = load_price(scope, &booking).await?;
    for transaction in found {
        if transaction.customer_id != booking.customer || transaction.status.has_failed() {
            continue;
        }
        let transaction = lock_transaction(scope, transaction.id).await?;
        if cards::reservation_rules::pays(&transaction, &price) {
            return cards::outcome::require_success(transaction).map(|_| true);
        }
    }
    Ok(false)
}

/// Claims a reservation in the scope's transaction.
pub async fn claim(
    scope: &mut Scope,
    booking: CardBooking,
    nonce: Secret,
) -> Result<Option<ReservationId>> {
    let provider = match require_provider(scope).await {
        // The tenant does not accept cards, so the nonce stays unused.
        Err(Error::Refused { .. }) => return Ok(None),
        other => other?,
    };
    let Price {
        amount, currency, ..
    } = load_price(scope, &booking).await?;
    if amount <= Decimal::ZERO {
        return Ok(None);
    }
    let new = NewCard {
        customer_id: booking.customer,
        booking_id: Some(booking.booking),
        quote_id: booking.quote,
        intent: CardIntent::Authorise,
        amount,
        surcharge_amount: Decimal::ZERO,
        currency,
        note: Some(booking.description),
        shares: Vec::new(),
        card_type: None,
        reference: None,
    };
    let card = claim_request(scope, &provider, new, &nonce).await?;
    Ok(Some(ReservationId(card.id.0)))
}

/// Requests a claimed reservation and commits the outcome.
pub async fn authorise(scope: &mut Scope, reservation: ReservationId) -> Result<()> {
    let card: CardTransaction = scope.find(CardTransactionId(reservation.0)).await?;
    let request = build_request(scope, &card).await?;
    let (port, call) = provider_call(scope, &card.provider).await?;
    scope.rollback();
    let answer = match request {
        Some(request) => port
            .authorise(call, request)
            .await
            .and_then(require_support),
        None => Err(PluginFault::new(
            FaultKind::unavailable(),
            Message::verbatim(String::new()),
        )),
    };
    cards::outcome::record_outcome(scope, card.id, card.attempts, answer, true)
        .await
        .map(drop)
}

/// Voids the booking's reservations after the commit, except one that pays the given price.
pub async fn release(
    scope: &mut Scope,
    booking: BookingId,
    except: Option<CardBooking>,
) -> Result<()> {
    let reserved = |transaction: &CardTransaction| {
        transaction.status == CardStatus::Authorized && transaction.intent.is_none()
    };
    let found: Vec<_> = load_transactions(scope, booking)
        .await?
        .into_iter()
        .filter(reserved)
        .collect();
    if found.is_empty() {
        return Ok(());
    }
    let price = match &except {
        Some(booking) => Some(load_price(scope, booking).await?),
        None => None,
    };
    for transaction in found {
        let mut transaction = lock_transaction(scope, transaction.id).await?;
        let pays = price
            .as_ref()
            .is_some_and(|price| cards::reservation_rules::pays(&transaction, price));
        if reserved(&transaction) && !pays {
            cards::outcome::claim_void(scope, &mut transaction).await?;
        }
    }
    Ok(())
}

/// Returns the price in the tenant's currency, rounded to its minor unit.
async fn load_price(scope: &mut Scope, booking: &CardBooking) -> Result<Price> {
    let currency = terms(scope).await?.currency;
    let amount = money::round(booking.amount, &currency);
    Ok(Price {
        customer: booking.customer,
        quote: booking.quote,
        amount,
        currency,
    })
}

/// Includes all customers, the latest first.
async fn load_transactions(scope: &mut Scope, booking: BookingId) -> Result<Vec<CardTransaction>> {
    let narrow = Where::all().eq(CardTransaction::BOOKING_ID, booking);
    let mut found: Vec<CardTransaction> = scope.unrestricted().await?.all(narrow).await?;
    found.sort_by_key(|transaction| std::cmp::Reverse(transaction.id.0));
    Ok(found)
}

pub(crate) fn reservations_unsupported() -> PluginFault {
    PluginFault::new(
        FaultKind::Unsupported,
        message!("The payment provider can't reserve."),
    )
}

fn require_support(
    report: Option<CardTransactionState>,
) -> Result<CardTransactionState, PluginFault> {
    report.ok_or_else(reservations_unsupported)
}

/// Captures or voids by the booking's current state. Idempotent.
pub async fn review_booking(mut scope: Scope, booking: BookingId) -> Result<()> {
    let found = load_transactions(&mut scope, booking).await?;
    scope.rollback();
    for transaction in found
        .iter()
        .filter(|transaction| transaction.status == CardStatus::Authorized)
    {
        review(&mut scope, transaction.id).await?;
    }
    Ok(())
}

/// Ignores other status changes, which have separate events.
pub async fn review_after_status_change(scope: Scope, change: StatusChange) -> Result<()> {
    match change.to {
        Status::Failed | Status::Draft | Status::Cancelled => {
            review_booking(scope, change.booking_id).await
        }
        _ => Ok(()),
    }
}

/// Captures, voids or keeps a reservation. Commits before the provider call.
pub async fn review(scope: &mut Scope, id: CardTransactionId) -> Result<()> {
    let mut transaction = lock_transaction(scope, id).await?;
    let Some(booking) = transaction
        .booking_id
        .filter(|_| transaction.status == CardStatus::Authorized && transaction.intent.is_none())
    else {
        scope.rollback();
        return Ok(());
    };
    // The card's row is locked here, so no booking can begin to count on it.
    let payable = bookings::load_payable(scope, booking).await?;
    let currency = terms(scope).await?.currency;
    let due = payable.map(
        |Payable {
             customer,
             quote,
             amount,
             stage,
         }| {
            let amount = money::round(amount, &currency);
            (
                Price {
                    customer,
                    quote,
                    amount,
                    currency,
                },
                stage,
            )
        },
    );
    let intent = match cards::reservation_rules::decide(&transaction, due.as_ref(), scope.now()) {
        Decision::Keep => {
            scope.rollback();
            return Ok(());
        }
        Decision::Void => CardIntent::Void,
        Decision::Capture(amount) => {
            transaction.amount = amount;
            CardIntent::Capture
        }
    };
    let attempt = cards::outcome::begin_operation(scope, &mut transaction, intent).await?;
    let (port, call) = provider_call(scope, &transaction.provider).await?;
    let id = transaction.transaction_id.clone().unwrap_or_default();
    scope.commit().await?;
    let report = match intent {
        CardIntent::Capture => {
            port.capture(call, id, transaction.amount, transaction.currency.clone())
                .await
        }
        _ => port.void(call, id).await,
    };
    match cards::outcome::record_outcome(
        scope,
        transaction.id,
        attempt,
        report.and_then(require_support),
        true,
    )
    .await
    {
        Ok(_) | Err(Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
