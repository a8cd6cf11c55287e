//! Comparison of the ledger with the documents, by customer.

use chrono::{DateTime, Utc};
use data::{Empty, Result, Scope, db::Mode, ids::CustomerId};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;
use work::event::ScopeEvents;

use crate::{
    events::{LEDGER_MISMATCH, LedgerMismatch},
    model::BookAccount,
    store::sum_differences,
};

/// A customer's account whose ledger and documents differ.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerDifference {
    customer_id: CustomerId,
    customer_name: String,
    /// Receivable or Unapplied.
    account: BookAccount,
    ledger: Decimal,
    /// Outstanding on posted invoices, or unapplied payments and credits.
    documents: Decimal,
}

/// Result of the comparison.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerProof {
    proved_time: DateTime<Utc>,
    is_proven: bool,
    /// The first 1000.
    differences: Vec<LedgerDifference>,
}

pub async fn get(mut scope: Scope, _: Empty) -> Result<LedgerProof> {
    let differences = load_differences(&mut scope).await?;
    Ok(LedgerProof {
        proved_time: scope.now(),
        is_proven: differences.is_empty(),
        differences,
    })
}

async fn load_differences(scope: &mut Scope) -> Result<Vec<LedgerDifference>> {
    let mut differences = Vec::new();
    for sums in sum_differences(scope).await? {
        differences.push(LedgerDifference {
            customer_id: sums.customer_id,
            customer_name: String::new(),
            account: sums.account,
            ledger: sums.ledger.round_dp(4),
            documents: sums.documents.round_dp(4),
        });
    }
    let ids: Vec<CustomerId> = differences.iter().map(|one| one.customer_id).collect();
    let names = customers::names(scope, &ids).await?;
    for one in &mut differences {
        // A deleted customer has no name.
        one.customer_name = names
            .get(&one.customer_id)
            .cloned()
            .unwrap_or_else(|| format!("#{}", one.customer_id));
    }
    Ok(differences)
}

pub async fn publish_differences(scope: &Scope) -> Result<()> {
    let mut transaction = scope.sibling(Mode::Write);
    let found = load_differences(&mut transaction).await?;
    if found.is_empty() {
        return Ok(());
    }
    transaction
        .publish(
            &LEDGER_MISMATCH,
            &LedgerMismatch {
                differences: found.len(),
            },
        )
        .await?;
    transaction.commit().await
}
