//! Ending what a provider left open: after a crash, or when it gave no answer, it is found by our reference and finished.

use std::sync::Arc;

use kernel::{Result, Scope};
use serde::Deserialize;
use serde_json::Value;

use super::{UNANSWERED, booking, call, outcome, request};
use crate::{
    card_port::{CardCall, CardFault, CardPort, CardRequest, CardState, CardTold},
    model::card::{CardIntent, CardStatus, CardTransaction, CardTransactionId},
};

pub const JOB: &str = "finance.settle-card";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfCard {
    card_transaction_id: CardTransactionId,
    attempt: i64,
}

/// The job `finance.settle-card`.
pub async fn job(mut scope: Scope, payload: Value) -> Result<()> {
    let OfCard {
        card_transaction_id: id,
        attempt,
    } = serde_json::from_value(payload)?;
    let Some(card) = outcome::claim_again(&mut scope, id, attempt).await? else {
        return Ok(());
    };
    let request = request(&mut scope, &card).await?;
    let (port, call) = call(&scope, &card.provider).await?;
    scope.commit().await?;
    let answer = ask(port, call, &card, request).await;
    let is_reservation = card.intent == Some(CardIntent::Authorise);
    let is_reserved = match outcome::finish(&mut scope, id, card.attempts, answer, false).await {
        Ok(card) => card.status == CardStatus::Authorized,
        // An answer that never came has enqueued its own retry; any other refusal is an outcome.
        Err(kernel::Error::Refused { code, .. }) if code == UNANSWERED.code => return Ok(()),
        Err(kernel::Error::Refused { .. }) => false,
        Err(error) => return Err(error),
    };
    let Some(booking) = card.booking_id.filter(|_| is_reservation) else {
        return Ok(());
    };
    // The call that made the booking has ended without an answer, so nothing else books it.
    bookings::payment_settled(&mut scope, booking, is_reserved).await?;
    booking::review(&mut scope, id).await
}

/// Asks first what the provider has under our reference. What it never got is sent once more: the reference and the
/// nonce keep it from being charged twice.
async fn ask(
    port: Arc<dyn CardPort>,
    call: CardCall,
    card: &CardTransaction,
    request: Option<CardRequest>,
) -> Result<CardTold, CardFault> {
    let found = port.find(call.clone(), card.reference.clone()).await?;
    let again = || CardFault {
        is_open: true,
        message: "The payment provider does not know it yet.".to_owned(),
    };
    let unable = || CardFault {
        is_open: false,
        message: "The payment provider can't reserve.".to_owned(),
    };
    let is_reserved = |told: &CardTold| told.state == CardState::Authorised;
    match (card.intent, found, request) {
        (Some(CardIntent::Capture), Some(found), _) if is_reserved(&found) => port
            .capture(call, found.id, card.amount, card.currency.clone())
            .await?
            .ok_or_else(unable),
        (Some(CardIntent::Void), Some(found), _) if is_reserved(&found) => {
            port.void(call, found.id).await?.ok_or_else(unable)
        }
        (Some(_), Some(found), _) => Ok(found),
        (Some(CardIntent::Charge), None, Some(request)) => port.charge(call, request).await,
        (Some(CardIntent::Authorise), None, Some(request)) => {
            port.authorise(call, request).await?.ok_or_else(unable)
        }
        _ => Err(again()),
    }
}
