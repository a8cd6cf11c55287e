//! Comparison of the ledger with the documents, by customer.

use chrono::{DateTime, Utc};
use kernel::{Empty, Result, Scope, db::Mode, ids::CustomerId, tsql};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ledger;
use crate::{
    events::{LEDGER_MISMATCH, LedgerMismatch},
    ledger::model::BookAccount,
};

/// A customer's account whose ledger and documents differ.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerDifference {
    customer_id: CustomerId,
    customer_name: String,
    /// Receivable or Unapplied.
    account: BookAccount,
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    ledger: Decimal,
    /// Outstanding on posted invoices, or unapplied payments and credits.
    #[serde(serialize_with = "kernel::decimal::serialize")]
    #[schemars(schema_with = "kernel::decimal::schema")]
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

/// One statement, so concurrent payments are on both sides or on neither.
async fn load_differences(scope: &mut Scope) -> Result<Vec<LedgerDifference>> {
    let sql = tsql!(
        "SELECT customer_id, account, SUM(ledger), SUM(documents) FROM (
           SELECT customer_id, 'Receivable' AS account, amount AS ledger, amount - amount AS documents
           FROM ledger_lines WHERE tenant_id = $1 AND debit_account = 'Receivable'
           UNION ALL
           SELECT customer_id, 'Receivable', -amount, amount - amount
           FROM ledger_lines WHERE tenant_id = $1 AND credit_account = 'Receivable'
           UNION ALL
           SELECT customer_id, 'Unapplied', -amount, amount - amount
           FROM ledger_lines WHERE tenant_id = $1 AND debit_account = 'Unapplied'
           UNION ALL
           SELECT customer_id, 'Unapplied', amount, amount - amount
           FROM ledger_lines WHERE tenant_id = $1 AND credit_account = 'Unapplied'
           UNION ALL
           SELECT customer_id, 'Receivable', amount - amount, base_outstanding_amount
           FROM invoices WHERE tenant_id = $1 AND outstanding_amount <> 0 AND invoice_type <> 'AgentRcti'
             AND status IN ('Posted', 'PartiallyPaid', 'Paid', 'Disputed', 'WrittenOff')
           UNION ALL
           SELECT customer_id, 'Unapplied', paid_amount - paid_amount, base_unallocated_amount
           FROM payments WHERE tenant_id = $1 AND unallocated_amount <> 0
           UNION ALL
           SELECT customer_id, 'Unapplied', amount - amount, base_unapplied_amount
           FROM credit_notes WHERE tenant_id = $1 AND status IN ('Approved', 'PartiallyApproved')
         ) AS sides
         GROUP BY customer_id, account HAVING ROUND(SUM(ledger) - SUM(documents), 4) <> 0
         ORDER BY customer_id, account LIMIT 1000"
    );
    let mut differences = Vec::new();
    for row in scope.rows(sql, Vec::new()).await? {
        let (ledger, documents): (Decimal, Decimal) = (row.get(2)?, row.get(3)?);
        differences.push(LedgerDifference {
            customer_id: row.get(0)?,
            customer_name: String::new(),
            account: row.get(1)?,
            ledger: ledger.round_dp(4),
            documents: documents.round_dp(4),
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

/// Runs nightly: back-fills the ledger, compares it, and publishes any difference.
pub async fn prove_daily(scope: Scope) -> Result<()> {
    ledger::back_fill::fill(&scope).await?;
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
