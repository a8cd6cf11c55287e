//! Statements of the ledger.

use chrono::NaiveDate;
use data::{Result, Scope, db::Col, ids::CustomerId, tsql};
use rust_decimal::Decimal;

use crate::{
    ids::PaymentId,
    model::{BookAccount, JournalLine},
};

/// Posted receivables. Billing proves that it follows from the life cycle of invoices.
pub const COMPARED_INVOICES: &str = "invoice_type NOT IN ('AgentRcti') AND status IN ('Posted', 'PartiallyPaid', 'Paid', 'Disputed', 'WrittenOff')";
/// Unapplied credit notes, as billing proves.
pub const COMPARED_CREDIT_NOTES: &str = "status IN ('Approved', 'PartiallyApproved')";

/// Invoices for suppliers that are not paid, as billing proves.
pub const COMPARED_AGENT_INVOICES: &str = "status IN ('Closed', 'Approved')";

pub struct ComparedAccount {
    /// None: all drivers.
    pub customer_id: Option<CustomerId>,
    pub account: BookAccount,
    pub ledger: Decimal,
    pub documents: Decimal,
}

/// Returns the first 1000. One statement, so concurrent payments are on both sides or on neither.
pub async fn sum_differences(scope: &mut Scope) -> Result<Vec<ComparedAccount>> {
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
           FROM invoices WHERE tenant_id = $1 AND outstanding_amount <> 0 AND ",
        COMPARED_INVOICES,
        "
           UNION ALL
           SELECT customer_id, 'Unapplied', paid_amount - paid_amount, base_unallocated_amount
           FROM payments WHERE tenant_id = $1 AND unallocated_amount <> 0
           UNION ALL
           SELECT customer_id, 'Unapplied', amount - amount, base_unapplied_amount
           FROM credit_notes WHERE tenant_id = $1 AND ",
        COMPARED_CREDIT_NOTES,
        "
           UNION ALL
           SELECT customer_id, 'Payable', -amount, amount - amount
           FROM ledger_lines WHERE tenant_id = $1 AND debit_account = 'Payable'
           UNION ALL
           SELECT customer_id, 'Payable', amount, amount - amount
           FROM ledger_lines WHERE tenant_id = $1 AND credit_account = 'Payable'
           UNION ALL
           SELECT CAST(NULL AS BIGINT), 'Payable', amount - amount, amount
           FROM agent_invoices WHERE tenant_id = $1 AND ",
        COMPARED_AGENT_INVOICES,
        "
         ) AS sides
         GROUP BY customer_id, account HAVING ROUND(SUM(ledger) - SUM(documents), 4) <> 0
         ORDER BY customer_id, account LIMIT 1000"
    );
    let mut accounts = Vec::new();
    for row in scope.rows(sql, Vec::new()).await? {
        accounts.push(ComparedAccount {
            customer_id: row.get(0)?,
            account: row.get(1)?,
            ledger: row.get(2)?,
            documents: row.get(3)?,
        });
    }
    Ok(accounts)
}

/// Includes this day. None: all customers.
pub async fn sum_accounts(
    scope: &mut Scope,
    as_of: NaiveDate,
    customer: Option<CustomerId>,
) -> Result<Vec<(BookAccount, Decimal, Decimal)>> {
    let sql = tsql!(
        "SELECT account, SUM(debit), SUM(credit) FROM (
           SELECT debit_account AS account, amount AS debit, amount - amount AS credit FROM ledger_lines
           WHERE tenant_id = $1 AND day <= $2 AND (CAST($3 AS BIGINT) = 0 OR customer_id = $3)
           UNION ALL
           SELECT credit_account, amount - amount, amount FROM ledger_lines
           WHERE tenant_id = $1 AND day <= $2 AND (CAST($3 AS BIGINT) = 0 OR customer_id = $3)
         ) AS sides
         GROUP BY account"
    );
    let values = vec![as_of.val(), customer.unwrap_or_default().val()];
    let mut sums = Vec::new();
    for row in scope.rows(sql, values).await? {
        sums.push((row.get(0)?, row.get(1)?, row.get(2)?));
    }
    Ok(sums)
}

/// Returns a payment's surcharge and its tax, less reversed amounts.
pub async fn sum_surcharge(scope: &mut Scope, payment: PaymentId) -> Result<(Decimal, Decimal)> {
    let sql = tsql!(
        "SELECT COALESCE(SUM(CASE WHEN l.credit_account = 'Surcharge' THEN l.amount
                                  WHEN l.debit_account = 'Surcharge' THEN -l.amount END), 0),
                COALESCE(SUM(CASE WHEN l.credit_account = 'Tax' THEN l.amount
                                  WHEN l.debit_account = 'Tax' THEN -l.amount END), 0)
         FROM ledger_entries e
         JOIN ledger_lines l ON l.tenant_id = e.tenant_id AND l.entry_id = e.id
         WHERE e.tenant_id = $1 AND e.payment_id = $2"
    );
    let rows = scope.rows(sql, vec![payment.val()]).await?;
    let (net, tax): (Decimal, Decimal) = (rows[0].get(0)?, rows[0].get(1)?);
    Ok((net.round_dp(4).normalize(), tax.round_dp(4).normalize()))
}

/// Orders by day.
pub async fn load_journal_lines(
    scope: &mut Scope,
    from: NaiveDate,
    to: NaiveDate,
    limit: i64,
) -> Result<Vec<JournalLine>> {
    let sql = tsql!(
        "SELECT e.id, l.day, e.movement,
                COALESCE(NULLIF(TRIM(e.reference), ''),
                  '#' || CAST(COALESCE(e.payment_id, e.credit_note_id, e.invoice_id, e.agent_invoice_id)
                    AS TEXT)),
                l.customer_id, l.debit_account, l.credit_account, l.amount
         FROM ledger_lines l JOIN ledger_entries e ON e.tenant_id = l.tenant_id AND e.id = l.entry_id
         WHERE l.tenant_id = $1 AND l.day >= $2 AND l.day <= $3
         ORDER BY l.day, l.id LIMIT $4"
    );
    let mut lines = Vec::new();
    for row in scope
        .rows(sql, vec![from.val(), to.val(), limit.val()])
        .await?
    {
        lines.push(JournalLine {
            entry: row.get(0)?,
            day: row.get(1)?,
            movement: row.get(2)?,
            reference: row.get(3)?,
            customer: row.get(4)?,
            debit: row.get(5)?,
            credit: row.get(6)?,
            amount: row.get(7)?,
        });
    }
    Ok(lines)
}
