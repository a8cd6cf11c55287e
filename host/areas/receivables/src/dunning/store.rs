//! Statements of dunning.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use data::{Result, Scope, db::Col, ids::CustomerId, tsql};

use billing::{conditions, invoices::model::InvoiceId};

/// Returns customer, due day and last reminder's step of overdue, undisputed invoices.
pub async fn load_overdue_steps(
    scope: &mut Scope,
    today: NaiveDate,
) -> Result<Vec<(CustomerId, NaiveDate, Option<i64>)>> {
    let sql = tsql!(
        "SELECT customer_id, due_date,
           (SELECT MAX(step_days) FROM dunning_invoices WHERE tenant_id = $1 AND invoice_id = invoices.id)
         FROM invoices
         WHERE tenant_id = $1 AND outstanding_amount <> 0 AND outstanding_amount > 0 AND due_date < $2
           AND ",
        conditions::PAYABLE,
        " AND ",
        conditions::RECEIVABLE,
        "
         ORDER BY customer_id"
    );
    let mut invoices = Vec::new();
    for row in scope.rows(sql, vec![today.val()]).await? {
        invoices.push((row.get(0)?, row.get(1)?, row.get(2)?));
    }
    Ok(invoices)
}

pub async fn load_sent_steps(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<BTreeMap<InvoiceId, i64>> {
    let sql = tsql!(
        "SELECT invoice_id, MAX(step_days) FROM dunning_invoices
         WHERE tenant_id = $1
           AND invoice_id IN (SELECT id FROM invoices
             WHERE tenant_id = $1 AND customer_id = $2 AND outstanding_amount <> 0)
         GROUP BY invoice_id"
    );
    let mut steps = BTreeMap::new();
    for row in scope.rows(sql, vec![customer.val()]).await? {
        steps.insert(row.get(0)?, row.get(1)?);
    }
    Ok(steps)
}
