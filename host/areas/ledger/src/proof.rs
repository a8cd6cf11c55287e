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

/// An account of a customer, or of all drivers, whose ledger and documents differ.
#[data::wire]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerDifference {
    /// Null for drivers.
    customer_id: Option<CustomerId>,
    /// Empty for drivers.
    customer_name: String,
    /// Receivable or Unapplied, or Payable for drivers.
    account: BookAccount,
    ledger: Decimal,
    /// Outstanding on posted invoices, unapplied payments and credits, or unpaid invoices of
    /// drivers.
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
    let ids = differences.iter().filter_map(|one| one.customer_id);
    let names = customers::names(scope, &ids.collect::<Vec<_>>()).await?;
    for one in &mut differences {
        let Some(id) = one.customer_id else {
            continue;
        };
        // A deleted customer has no name.
        one.customer_name = names.get(&id).cloned().unwrap_or_else(|| format!("#{id}"));
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
