//! Daily review of card transactions: unused reservations, and payments abandoned without an
//! answer.

use chrono::TimeDelta;
use kernel::{
    Result, Scope,
    db::{Col, Val},
    job::NewJob,
    tsql,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cards::model::{CardStatus, CardTransaction, CardTransactionId};
use crate::cards::{self, lock_transaction, provider_call};

pub const JOB: &str = "finance.review-card";

/// Providers keep a reservation for about a week.
const LOOK_BACK: TimeDelta = TimeDelta::days(8);
const PAGE: i64 = 500;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardReview {
    card_transaction_id: CardTransactionId,
}

/// Enqueues a review of each open reservation, and of each recently abandoned payment.
pub async fn review_daily(mut scope: Scope) -> Result<()> {
    let due = tsql!(
        "SELECT id FROM card_transactions
         WHERE tenant_id = $1 AND id > $2
           AND ((status = 'Authorized' AND booking_id IS NOT NULL AND intent IS NULL)
             OR (status = 'Failed' AND creation_time > $3))
         ORDER BY id LIMIT $4"
    );
    let since = scope.now() - LOOK_BACK;
    let mut after = 0;
    loop {
        let rows = scope
            .rows(due, vec![Val::I64(after), since.val(), Val::I64(PAGE)])
            .await?;
        for row in &rows {
            after = row.get(0)?;
            enqueue(&mut scope, CardTransactionId(after)).await?;
        }
        scope.commit().await?;
        if rows.len() < usize::try_from(PAGE).unwrap_or_default() {
            return Ok(());
        }
    }
}

/// Enqueues the review of one transaction in the scope's transaction.
pub async fn enqueue(scope: &mut Scope, id: CardTransactionId) -> Result<()> {
    scope
        .enqueue(
            NewJob::new(JOB, json!({ "cardTransactionId": id })).with_dedup_key(format!("{id}")),
        )
        .await
}

/// Handles the job `finance.review-card`.
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

/// Applies a provider's charge of an abandoned transaction.
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
