//! Card transactions that need another look: reservations without a use, and payments given up without an answer.

use chrono::TimeDelta;
use kernel::{
    Result, Scope,
    db::{Col, Val},
    job::NewJob,
    tsql,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{booking, call, hold, outcome};
use crate::model::card::{CardStatus, CardTransaction, CardTransactionId};

pub const JOB: &str = "finance.review-card";

/// Providers keep a reservation for about a week.
const LOOK_BACK: TimeDelta = TimeDelta::days(8);
const PAGE: i64 = 500;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CardReview {
    card_transaction_id: CardTransactionId,
}

/// Enqueues a review of each open reservation of the tenant, and of each payment given up in the last days.
pub async fn day(mut scope: Scope) -> Result<()> {
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
        .enqueue(NewJob::new(JOB, json!({ "cardTransactionId": id })).once(format!("{id}")))
        .await
}

/// The job `finance.review-card`.
pub async fn job(mut scope: Scope, payload: Value) -> Result<()> {
    let CardReview {
        card_transaction_id: id,
    } = serde_json::from_value(payload)?;
    let known: CardTransaction = scope.find(id).await?;
    scope.rollback();
    if outcome::is_given_up(&known) {
        find_again(&mut scope, known).await?;
    }
    booking::review(&mut scope, id).await
}

/// Takes over money that the provider has under the reference of a transaction that was given up.
async fn find_again(scope: &mut Scope, known: CardTransaction) -> Result<()> {
    let (port, call) = call(scope, &known.provider).await?;
    scope.rollback();
    // Without an answer it is tried again the next day.
    let Ok(Some(told)) = port.find(call, known.reference.clone()).await else {
        return Ok(());
    };
    let mut known = hold(scope, known.id).await?;
    if known.status == CardStatus::Failed
        && known.intent.is_none()
        && told.currency == known.currency
    {
        outcome::take(scope, &mut known, &told).await?;
    }
    scope.commit().await
}
