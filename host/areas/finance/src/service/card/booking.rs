//! Bookings that are paid by card: reserved before the carrier is asked, captured when it has the goods, voided when it
//! does not.
//!
//! Invariants:
//! - A reservation pays for one price only: the same customer, quote, amount and currency.
//! - A card transaction is locked before its booking is read, so that a reservation is not voided while a booking
//!   counts on it.
//! - A void is claimed in the transaction of the change that makes the reservation useless.

use bookings::{
    Payable, Status,
    card_port::{CardBooking, ReservationId},
    events::StatusChange,
};
use freight::money;
use kernel::{Error, Result, Scope, Where, ids::BookingId, secrets::Secret};
use rust_decimal::Decimal;

use super::{
    call, hold, outcome,
    pay::{NewCard, asked},
    provider, request,
};
use crate::{
    card_port::{CardFault, CardTold},
    model::card::{CardIntent, CardStatus, CardTransaction, CardTransactionId},
    rules::{
        card,
        reservation::{self, Decision, Price},
    },
    service::terms::terms,
};

/// True if the price is reserved or charged. Refuses while the provider has not confirmed the same reservation.
pub async fn is_paid(scope: &mut Scope, booking: CardBooking) -> Result<bool> {
    let found = of_booking(scope, booking.booking).await?;
    if found.is_empty() {
        return Ok(false);
    }
    let price = price(scope, &booking).await?;
    for known in found {
        if known.customer_id != booking.customer || card::has_failed(known.status) {
            continue;
        }
        let known = hold(scope, known.id).await?;
        if reservation::pays(&known, &price) {
            return outcome::said(known).map(|_| true);
        }
    }
    Ok(false)
}

/// Claims a reservation of the price in the scope's transaction.
pub async fn claim(
    scope: &mut Scope,
    booking: CardBooking,
    nonce: Secret,
) -> Result<Option<ReservationId>> {
    let provider = match provider(scope).await {
        // The tenant takes no cards: the nonce stays unused.
        Err(Error::Refused { .. }) => return Ok(None),
        other => other?,
    };
    let Price {
        amount, currency, ..
    } = price(scope, &booking).await?;
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
    let card = asked(scope, &provider, new, &nonce).await?;
    Ok(Some(ReservationId(card.id.0)))
}

/// Asks the provider for a claimed reservation and commits its outcome.
pub async fn authorise(scope: &mut Scope, reservation: ReservationId) -> Result<()> {
    let card: CardTransaction = scope.find(CardTransactionId(reservation.0)).await?;
    let request = request(scope, &card).await?;
    let (port, call) = call(scope, &card.provider).await?;
    scope.rollback();
    let answer = match request {
        Some(request) => port.authorise(call, request).await.and_then(able),
        None => Err(CardFault {
            is_open: true,
            message: String::new(),
        }),
    };
    outcome::finish(scope, card.id, card.attempts, answer, true)
        .await
        .map(drop)
}

/// Voids the booking's reservations after the scope's commit, except one that pays for the price named.
pub async fn release(
    scope: &mut Scope,
    booking: BookingId,
    except: Option<CardBooking>,
) -> Result<()> {
    let reserved =
        |known: &CardTransaction| known.status == CardStatus::Authorized && known.intent.is_none();
    let found: Vec<_> = of_booking(scope, booking)
        .await?
        .into_iter()
        .filter(reserved)
        .collect();
    if found.is_empty() {
        return Ok(());
    }
    let price = match &except {
        Some(booking) => Some(price(scope, booking).await?),
        None => None,
    };
    for known in found {
        let mut known = hold(scope, known.id).await?;
        let pays = price
            .as_ref()
            .is_some_and(|price| reservation::pays(&known, price));
        if reserved(&known) && !pays {
            outcome::claim_void(scope, &mut known).await?;
        }
    }
    Ok(())
}

/// The price as it is reserved: in the tenant's currency, rounded to its minor unit.
async fn price(scope: &mut Scope, booking: &CardBooking) -> Result<Price> {
    let currency = terms(scope).await?.currency;
    let amount = money::round(booking.amount, &currency);
    Ok(Price {
        customer: booking.customer,
        quote: booking.quote,
        amount,
        currency,
    })
}

/// All card transactions of a booking, whichever customer paid, the latest first.
async fn of_booking(scope: &mut Scope, booking: BookingId) -> Result<Vec<CardTransaction>> {
    let narrow = Where::all().eq(CardTransaction::BOOKING_ID, booking);
    let mut found: Vec<CardTransaction> = scope.unbound().await?.all(narrow).await?;
    found.sort_by_key(|known| std::cmp::Reverse(known.id.0));
    Ok(found)
}

fn able(told: Option<CardTold>) -> Result<CardTold, CardFault> {
    told.ok_or_else(|| CardFault {
        is_open: false,
        message: "The payment provider can't reserve.".to_owned(),
    })
}

/// Captures or voids the booking's reservations as the booking is now. Repeated, it changes nothing more.
pub async fn review_booking(mut scope: Scope, booking: BookingId) -> Result<()> {
    let found = of_booking(&mut scope, booking).await?;
    scope.rollback();
    for known in found
        .iter()
        .filter(|known| known.status == CardStatus::Authorized)
    {
        review(&mut scope, known.id).await?;
    }
    Ok(())
}

/// Reviews the reservations of a booking that became one without use. Other changes of status are announced apart.
pub async fn review_moved(scope: Scope, change: StatusChange) -> Result<()> {
    match change.to {
        Status::Failed | Status::Draft | Status::Cancelled => {
            review_booking(scope, change.booking_id).await
        }
        _ => Ok(()),
    }
}

/// Captures or voids one reservation, or leaves it. Commits the scope before it asks.
pub async fn review(scope: &mut Scope, id: CardTransactionId) -> Result<()> {
    let mut known = hold(scope, id).await?;
    let Some(booking) = known
        .booking_id
        .filter(|_| known.status == CardStatus::Authorized && known.intent.is_none())
    else {
        scope.rollback();
        return Ok(());
    };
    // The card's row is locked by now: no booking can begin to count on it.
    let payable = bookings::payable(scope, booking).await?;
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
    let intent = match reservation::decide(&known, due.as_ref(), scope.now()) {
        Decision::Keep => {
            scope.rollback();
            return Ok(());
        }
        Decision::Void => CardIntent::Void,
        Decision::Capture(amount) => {
            known.amount = amount;
            CardIntent::Capture
        }
    };
    let attempt = outcome::begin(scope, &mut known, intent).await?;
    let (port, call) = call(scope, &known.provider).await?;
    let id = known.transaction_id.clone().unwrap_or_default();
    scope.commit().await?;
    let told = match intent {
        CardIntent::Capture => {
            port.capture(call, id, known.amount, known.currency.clone())
                .await
        }
        _ => port.void(call, id).await,
    };
    match outcome::finish(scope, known.id, attempt, told.and_then(able), true).await {
        Ok(_) | Err(Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
