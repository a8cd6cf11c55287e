//! Bookings that are paid by card: reserved before the carrier is asked, taken when it has the goods, let go of where it
//! has not.

use bookings::{Status, card_port::CardBooking, events::StatusChange};
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
    model::card::{CardIntent, CardStatus, CardTransaction},
    rules::card,
    service::terms::terms,
};

/// Reserves a booking's price, or finds that it is reserved or taken. The scope is saved on the way.
pub async fn reserve(scope: &mut Scope, wanted: CardBooking, nonce: Option<Secret>) -> Result<bool> {
    if let Some(known) = latest(scope, wanted.booking).await?
        && !card::has_failed(known.status)
    {
        return outcome::said(known).map(|_| true);
    }
    let Some(nonce) = nonce else { return Ok(false) };
    let provider = match provider(scope).await {
        // Nobody here takes it: the nonce waits for who does.
        Err(Error::Refused { .. }) => return Ok(false),
        other => other?,
    };
    let currency = terms(scope).await?.currency;
    let amount = money::round(wanted.amount, &currency);
    if amount <= Decimal::ZERO {
        return Ok(false);
    }
    let new = NewCard {
        customer_id: wanted.customer,
        booking_id: Some(wanted.booking),
        intent: CardIntent::Authorise,
        amount,
        surcharge_amount: Decimal::ZERO,
        currency,
        note: Some(wanted.description),
        shares: Vec::new(),
        card_type: None,
        reference: None,
    };
    let known = asked(scope, &provider, new, &nonce).await?;
    let request = request(scope, &known).await?;
    let (port, call) = call(scope, &provider).await?;
    scope.commit().await?;
    let answer = match request {
        Some(request) => port.authorise(call, request).await.and_then(able),
        None => Err(CardFault { is_open: false, message: String::new() }),
    };
    outcome::finish(scope, known.id, known.attempts, answer, true).await.map(|_| true)
}

fn able(told: Option<CardTold>) -> Result<CardTold, CardFault> {
    told.ok_or_else(|| CardFault { is_open: false, message: "The payment provider can't reserve.".to_owned() })
}

async fn latest(scope: &mut Scope, booking: BookingId) -> Result<Option<CardTransaction>> {
    let all: Vec<CardTransaction> = scope.all(Where::all().eq(CardTransaction::BOOKING_ID, booking)).await?;
    Ok(all.into_iter().max_by_key(|known| known.id.0))
}

/// The carrier has it: the money is taken.
pub async fn capture(scope: Scope, booking: BookingId) -> Result<()> {
    go_on(scope, booking, CardIntent::Capture).await
}

/// It is not carried: what is reserved is let go of. What was taken is refunded by a person.
pub async fn release(scope: Scope, booking: BookingId) -> Result<()> {
    go_on(scope, booking, CardIntent::Void).await
}

/// The carrier has refused it. What it may have all the same stays reserved.
pub async fn moved(mut scope: Scope, change: StatusChange) -> Result<()> {
    let has_failed = change.to == Status::Failed && !bookings::is_uncertain(&mut scope, change.booking_id).await?;
    if has_failed { release(scope, change.booking_id).await } else { Ok(()) }
}

/// Told twice it does nothing more: only what is reserved, and not asked for already, goes on.
async fn go_on(mut scope: Scope, booking: BookingId, intent: CardIntent) -> Result<()> {
    let Some(known) = latest(&mut scope, booking).await? else { return Ok(()) };
    let mut known = hold(&mut scope, known.id).await?;
    if known.status != CardStatus::Authorized || known.intent.is_some() {
        return Ok(());
    }
    let attempt = outcome::begin(&mut scope, &mut known, intent).await?;
    let (port, call) = call(&scope, &known.provider).await?;
    let id = known.transaction_id.clone().unwrap_or_default();
    scope.commit().await?;
    let told = match intent {
        CardIntent::Capture => port.capture(call, id, known.amount, known.currency.clone()).await,
        _ => port.void(call, id).await,
    };
    match outcome::finish(&mut scope, known.id, attempt, told.and_then(able), true).await {
        Ok(_) | Err(Error::Refused { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
