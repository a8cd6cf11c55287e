//! Payments by card: claim, ask the provider, write down the outcome. Nothing is charged twice and nothing is lost on
//! the way: what nobody knows the outcome of is looked up under our own reference and finished by a job.

pub mod booking;
pub mod info;
pub mod options;
pub mod outcome;
pub mod pay;
pub mod push;
pub mod refund;
pub mod settle;
pub mod sweep;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use kernel::{
    Error, Refusal, Result, Scope,
    db::Col,
    job::NewJob,
    message,
    secrets::{Holds, SealedColumn, Secret},
    tsql,
};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::{
    access::FINANCE,
    card_port::{CardCall, CardPort, CardRequest},
    model::card::{CardTransaction, CardTransactionId},
};

pub const NO_CARDS: Refusal = Refusal::new(5140, "Card payments are not set up here.");
pub const DECLINED: Refusal = Refusal::new(5141, "The card was declined.");
pub const REFUSED: Refusal = Refusal::new(5142, "The payment provider has refused this.");
pub const UNANSWERED: Refusal = Refusal::new(5143, "The payment provider has not answered.");
pub const NONCE_USED: Refusal = Refusal::new(
    5144,
    "These card details were used before. Enter the card again.",
);
pub const UNDER_WAY: Refusal = Refusal::new(5145, "A card payment or refund is under way.");

/// No provider is waited for longer than this.
const PATIENCE: Duration = Duration::from_secs(30);
/// After this what a host was asking is settled by another.
const LEASE: TimeDelta = TimeDelta::seconds(90);
/// So many times a provider is asked before a person has to look: within some two hours.
const MAX_ATTEMPTS: i64 = 12;
const SEALED_AS: &str = "card-nonce";

/// Where the nonces are.
pub const NONCES: SealedColumn = SealedColumn {
    table: "card_transactions",
    tenant: "tenant_id",
    column: "nonce",
    holds: Holds::Text,
    beside: "''",
    purpose: |_, _| Some(SEALED_AS.to_owned()),
};

/// The plugin that takes the tenant's card payments, if it has one that is switched on.
pub async fn provider(scope: &Scope) -> Result<String> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let id = settings.card_payment.provider.clone();
    if id.is_empty() || !scope.feature(FINANCE.name).await? {
        return Err(NO_CARDS.into());
    }
    let is_there = scope.port::<dyn CardPort>()?.is_provider(scope.tenant, &id);
    if is_there && scope.feature(&format!("Plugin.{id}.Enabled")).await? {
        return Ok(id);
    }
    Err(NO_CARDS.because(message!(
        "The payment provider {id} is not installed or switched off here.",
        id = id
    )))
}

/// Whether the tenant takes cards now.
pub async fn is_taken(scope: &mut Scope) -> Result<bool> {
    match provider(scope).await {
        Ok(_) => Ok(true),
        Err(Error::Refused { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// How to ask a provider now.
pub async fn call(scope: &Scope, provider: &str) -> Result<(Arc<dyn CardPort>, CardCall)> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let call = CardCall {
        tenant: scope.tenant,
        provider: provider.to_owned(),
        timezone: settings.general.timezone.clone(),
        now: scope.now(),
        deadline: Some(Instant::now() + PATIENCE),
    };
    Ok((scope.port::<dyn CardPort>()?, call))
}

/// What the provider is asked to take or reserve for the transaction; none once its nonce has served.
pub async fn request(scope: &mut Scope, card: &CardTransaction) -> Result<Option<CardRequest>> {
    let Some(sealed) = &card.nonce else {
        return Ok(None);
    };
    let customer = customers::billing(scope, card.customer_id).await?;
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
            .open_sealed(scope.tenant, SEALED_AS, sealed)?,
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
    scope.host().secrets().seal(scope.tenant, SEALED_AS, nonce)
}

fn hash(nonce: &Secret) -> String {
    hex::encode(Sha256::digest(nonce.expose()))
}

/// Others who change the same card transaction wait from here to the end of the transaction, or this waits for them.
async fn hold(scope: &mut Scope, id: CardTransactionId) -> Result<CardTransaction> {
    let sql = tsql!(
        "UPDATE card_transactions SET row_version = row_version WHERE tenant_id = $1 AND id = $2"
    );
    scope.rows(sql, vec![id.val()]).await?;
    scope.unbound().await?.find(id).await
}

/// Leaves word to look after the transaction later, should nobody have learned its outcome by then.
async fn enqueue_settling(
    scope: &mut Scope,
    id: CardTransactionId,
    attempt: i64,
    after: TimeDelta,
) -> Result<()> {
    let due = scope.now() + after;
    let job = NewJob::new(
        settle::JOB,
        json!({ "cardTransactionId": id, "attempt": attempt }),
    )
    .once(format!("{id}/{attempt}/{}", after.num_seconds()))
    .at(due);
    scope.enqueue(job).await
}

/// When a provider that gave no answer is asked again: after two seconds, then four, up to some two hours in all.
fn pause(attempt: i64) -> TimeDelta {
    TimeDelta::seconds(1 << attempt.clamp(1, MAX_ATTEMPTS))
}
