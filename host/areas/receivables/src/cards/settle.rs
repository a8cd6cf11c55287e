//! Settles unknown outcomes by our reference, after a crash or without an answer.

use std::sync::Arc;

use carriage::{FaultKind, PluginFault};
use data::{Result, Scope, message};
use serde::Deserialize;
use serde_json::Value;

use crate::cards::{self, UNANSWERED, build_request, provider_call};
use crate::cards::{
    model::{CardIntent, CardStatus, CardTransaction, CardTransactionId},
    port::{CardCall, CardPort, CardRequest, CardState, CardTransactionState},
};

pub const JOB: &str = "finance.settle-card";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardPayload {
    card_transaction_id: CardTransactionId,
    attempt: i64,
}

/// Handles `finance.settle-card`.
pub async fn job(mut scope: Scope, payload: Value) -> Result<()> {
    let CardPayload {
        card_transaction_id: id,
        attempt,
    } = serde_json::from_value(payload)?;
    let Some(card) = cards::outcome::claim_retry(&mut scope, id, attempt).await? else {
        return Ok(());
    };
    let request = build_request(&mut scope, &card).await?;
    let (port, call) = provider_call(&scope, &card.provider).await?;
    scope.commit().await?;
    let answer = call_provider(port, call, &card, request).await;
    let is_reservation = card.intent == Some(CardIntent::Authorise);
    let is_reserved =
        match cards::outcome::record_outcome(&mut scope, id, card.attempts, answer, false).await {
            Ok(card) => card.status == CardStatus::Authorized,
            // A missing answer has enqueued its own retry. Any other rejection is an outcome.
            Err(data::Error::Refused { code, .. }) if code == UNANSWERED.code => return Ok(()),
            Err(data::Error::Refused { .. }) => false,
            Err(error) => return Err(error),
        };
    let Some(booking) = card.booking_id.filter(|_| is_reservation) else {
        return Ok(());
    };
    // The booking call ended without an answer, so nothing else books it.
    bookings::payment_settled(&mut scope, booking, is_reserved).await?;
    cards::reservations::review(&mut scope, id).await
}

/// Looks up our reference first. An unknown one is sent once more: reference and nonce prevent a
/// second charge.
async fn call_provider(
    port: Arc<dyn CardPort>,
    call: CardCall,
    card: &CardTransaction,
    request: Option<CardRequest>,
) -> Result<CardTransactionState, PluginFault> {
    let found = port.find(call.clone(), card.reference.clone()).await?;
    let again = || {
        PluginFault::new(
            FaultKind::unavailable(),
            message!("The payment provider does not know it yet."),
        )
    };
    let unable = cards::reservations::reservations_unsupported;
    let is_reserved = |report: &CardTransactionState| report.state == CardState::Authorised;
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
