//! Daily review of unused reservations and abandoned payments.

use chrono::TimeDelta;
use data::{Result, Scope};
use serde::Deserialize;
use serde_json::{Value, json};
use work::job::{NewJob, ScopeJobs};

use crate::cards::{self, provider_call};
use crate::cards::{
    model::{CardStatus, CardTransaction, CardTransactionId},
    store::{load_reviewable, lock_transaction},
};

pub const JOB: &str = "finance.review-card";

/// Providers keep a reservation for about a week.
const LOOK_BACK: TimeDelta = TimeDelta::days(8);
const PAGE: i64 = 500;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardReview {
    card_transaction_id: CardTransactionId,
}

pub async fn review_daily(mut scope: Scope) -> Result<()> {
    let since = scope.now() - LOOK_BACK;
    let mut after = CardTransactionId(0);
    loop {
        let page = load_reviewable(&mut scope, after, since, PAGE).await?;
        for id in &page {
            after = *id;
            enqueue(&mut scope, after).await?;
        }
        scope.commit().await?;
        if page.len() < usize::try_from(PAGE).unwrap_or_default() {
            return Ok(());
        }
    }
}

pub async fn enqueue(scope: &mut Scope, id: CardTransactionId) -> Result<()> {
    scope
        .enqueue(
            NewJob::new(JOB, json!({ "cardTransactionId": id })).with_dedup_key(format!("{id}")),
        )
        .await
}

/// Handles `finance.review-card`.
pub async fn job(mut scope: Scope, payload: Value) -> Result<()> {
    let CardReview {
        card_transaction_id: id,
    } = serde_json::from_value(payload)?;
    let transaction: CardTransaction = scope.find(id).await?;
    scope.rollback();
    if cards::outcome::is_abandoned(&transaction) {
        recover_abandoned(&mut scope, transaction).await?;
    }
    cards::reservations::review(&mut scope, id).await
}

async fn recover_abandoned(scope: &mut Scope, transaction: CardTransaction) -> Result<()> {
    let (port, call) = provider_call(scope, &transaction.provider).await?;
    scope.rollback();
    // Without an answer it is retried the next day.
    let Ok(Some(report)) = port.find(call, transaction.reference.clone()).await else {
        return Ok(());
    };
    let mut transaction = lock_transaction(scope, transaction.id).await?;
    if transaction.status == CardStatus::Failed
        && transaction.intent.is_none()
        && report.currency == transaction.currency
    {
        cards::outcome::apply_report(scope, &mut transaction, &report).await?;
    }
    scope.commit().await
}
