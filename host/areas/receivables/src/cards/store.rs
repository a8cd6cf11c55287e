//! Statements of card transactions.

use chrono::{DateTime, Utc};
use data::{Result, Scope, db::Col, sql_names, tsql};

use crate::cards::model::{CardStatus, CardTransaction, CardTransactionId};

/// Locks and loads a transaction of any customer.
pub async fn lock_transaction(scope: &mut Scope, id: CardTransactionId) -> Result<CardTransaction> {
    scope.lock::<CardTransaction>(id).await?;
    scope.unrestricted().await?.find(id).await
}

/// Returns unused reservations, and payments that failed since then, by id.
pub async fn load_reviewable(
    scope: &mut Scope,
    after: CardTransactionId,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<CardTransactionId>> {
    let sql = tsql!(
        "SELECT id FROM card_transactions
         WHERE tenant_id = $1 AND id > $2
           AND ((status = ",
        sql_names!(CardStatus: Authorized),
        " AND booking_id IS NOT NULL AND intent IS NULL)
             OR (status = ",
        sql_names!(CardStatus: Failed),
        " AND creation_time > $3))
         ORDER BY id LIMIT $4"
    );
    let mut ids = Vec::new();
    for row in scope
        .rows(sql, vec![after.val(), since.val(), limit.val()])
        .await?
    {
        ids.push(row.get(0)?);
    }
    Ok(ids)
}
