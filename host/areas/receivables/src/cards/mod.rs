//! Payments by card: claim, call the provider, record the outcome.
//!
//! A job looks up unknown outcomes under our reference and completes them. Nothing is charged twice
//! or lost.

pub mod info;
pub mod model;
pub mod options;
pub mod outcome;
pub mod pay;
pub mod port;
pub mod push;
pub mod refund;
pub mod reservation_rules;
pub mod reservations;
pub mod rules;
pub mod settle;
pub mod store;
pub mod sweep;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use data::{
    Error, Refusal, Result, Scope, message,
    secrets::{SealedColumn, SealedIn, Secret},
};
use serde_json::json;
use sha2::{Digest, Sha256};
use work::job::{NewJob, ScopeJobs};

use crate::cards::{
    model::{CardTransaction, CardTransactionId},
    port::{CardCall, CardPort, CardRequest},
};
use ledger::access::FINANCE;

pub const CARDS_NOT_CONFIGURED: Refusal = Refusal::new(5140, "Card payments are not set up here.");
pub const DECLINED: Refusal = Refusal::new(5141, "The card was declined.");
pub const PROVIDER_REJECTED: Refusal = Refusal::new(5142, "The payment provider has refused this.");
pub const UNANSWERED: Refusal = Refusal::new(5143, "The payment provider has not answered.");
pub const NONCE_USED: Refusal = Refusal::new(
    5144,
    "These card details were used before. Enter the card again.",
);
pub const PAYMENT_IN_PROGRESS: Refusal =
    Refusal::new(5145, "A card payment or refund is under way.");

const PROVIDER_TIMEOUT: Duration = Duration::from_secs(30);
/// After this time another host settles the transaction.
const LEASE: TimeDelta = TimeDelta::seconds(90);
/// A person must check after these, about two hours.
const MAX_ATTEMPTS: i64 = 12;
const SEALING_PURPOSE: &str = "card-nonce";

pub const NONCES: SealedColumn = SealedColumn {
    table: "card_transactions",
    tenant: "tenant_id",
    column: "nonce",
    holds: SealedIn::Text,
    context: "''",
    purpose: |_, _| Some(SEALING_PURPOSE.to_owned()),
};

pub async fn require_provider(scope: &Scope) -> Result<String> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let id = settings.card_payment.provider.clone();
    if id.is_empty() || !scope.feature(FINANCE.name).await? {
        return Err(CARDS_NOT_CONFIGURED.into());
    }
    let is_there = scope.port::<dyn CardPort>()?.is_provider(scope.tenant, &id);
    if is_there && scope.feature(&format!("Plugin.{id}.Enabled")).await? {
        return Ok(id);
    }
    Err(CARDS_NOT_CONFIGURED.with_message(message!(
        "The payment provider {id} is not installed or switched off here.",
        id = id
    )))
}

pub async fn accepts_cards(scope: &mut Scope) -> Result<bool> {
    match require_provider(scope).await {
        Ok(_) => Ok(true),
        Err(Error::Refused { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

pub async fn provider_call(scope: &Scope, provider: &str) -> Result<(Arc<dyn CardPort>, CardCall)> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let call = CardCall {
        tenant: scope.tenant,
        provider: provider.to_owned(),
        timezone: settings.general.timezone.clone(),
        now: scope.now(),
        deadline: Some(Instant::now() + PROVIDER_TIMEOUT),
    };
    Ok((scope.port::<dyn CardPort>()?, call))
}

/// Builds the charge or reservation. None once the nonce is used.
pub async fn build_request(
    scope: &mut Scope,
    card: &CardTransaction,
) -> Result<Option<CardRequest>> {
    let Some(sealed) = &card.nonce else {
        return Ok(None);
    };
    let customer = customers::load_billing(scope, card.customer_id).await?;
    let names = [
        &customer.company_name,
        &customer.customer_name,
        &customer.contact_name,
    ];
    Ok(Some(CardRequest {
        reference: card.reference.clone(),
        nonce: scope
            .host()
            .secrets()
            .open_sealed(scope.tenant, SEALING_PURPOSE, sealed)?,
        amount: card.amount,
        currency: card.currency.clone(),
        description: card.note.clone().unwrap_or_default(),
        customer_name: names
            .into_iter()
            .flatten()
            .next()
            .cloned()
            .unwrap_or(customer.code),
        customer_email: customer.email,
    }))
}

fn seal(scope: &Scope, nonce: &Secret) -> Result<String> {
    scope
        .host()
        .secrets()
        .seal(scope.tenant, SEALING_PURPOSE, nonce)
}

fn hash(nonce: &Secret) -> String {
    hex::encode(Sha256::digest(nonce.expose()))
}

async fn enqueue_settling(
    scope: &mut Scope,
    id: CardTransactionId,
    attempt: i64,
    after: TimeDelta,
) -> Result<()> {
    let due = scope.now() + after;
    let job = NewJob::new(
        crate::cards::settle::JOB,
        json!({ "cardTransactionId": id, "attempt": attempt }),
    )
    .with_dedup_key(format!("{id}/{attempt}/{}", after.num_seconds()))
    .run_at(due);
    scope.enqueue(job).await
}

/// Doubles from two seconds: about two hours in all.
fn backoff(attempt: i64) -> TimeDelta {
    TimeDelta::seconds(1 << attempt.clamp(1, MAX_ATTEMPTS))
}
