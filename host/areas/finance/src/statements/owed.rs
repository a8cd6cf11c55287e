//! Customers' debts and prepayments in the tenant's base currency.

use std::collections::BTreeMap;

use kernel::{Result, Scope, db::Col, ids::CustomerId, tsql};
use rust_decimal::Decimal;

/// Returns the unpaid total including tax. Drafts count, since their bookings are counted nowhere
/// else.
pub async fn load_owed(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sum = tsql!(
        "SELECT COALESCE(SUM(base_outstanding_amount), 0) FROM invoices
         WHERE tenant_id = $1 AND customer_id = $2 AND outstanding_amount <> 0
           AND status NOT IN ('Paid', 'Void', 'WrittenOff') AND invoice_type <> 'AgentRcti'"
    );
    let rows = scope.rows(sum, vec![customer.val()]).await?;
    let sum: Decimal = rows[0].get(0)?;
    Ok(sum.round_dp(4).normalize())
}

/// Returns the prepayment: unapplied payments and approved credits.
pub async fn load_prepaid(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sum = tsql!(
        "SELECT
           (SELECT COALESCE(SUM(base_unallocated_amount), 0) FROM payments
            WHERE tenant_id = $1 AND customer_id = $2 AND unallocated_amount <> 0)
         + (SELECT COALESCE(SUM(base_unapplied_amount), 0) FROM credit_notes
            WHERE tenant_id = $1 AND customer_id = $2 AND status IN ('Approved', 'PartiallyApproved'))"
    );
    let rows = scope.rows(sum, vec![customer.val()]).await?;
    let sum: Decimal = rows[0].get(0)?;
    Ok(sum.round_dp(4).normalize())
}

/// Returns unapplied payments and approved credits by currency.
pub async fn load_unapplied(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<BTreeMap<String, Decimal>> {
    let sums = tsql!(
        "SELECT currency, SUM(amount) FROM (
           SELECT currency, unallocated_amount AS amount FROM payments
           WHERE tenant_id = $1 AND customer_id = $2 AND unallocated_amount <> 0
           UNION ALL
           SELECT currency, unapplied_amount AS amount FROM credit_notes
           WHERE tenant_id = $1 AND customer_id = $2 AND status IN ('Approved', 'PartiallyApproved')) AS unapplied
         GROUP BY currency"
    );
    let mut unapplied = BTreeMap::new();
    for row in scope.rows(sums, vec![customer.val()]).await? {
        let sum: Decimal = row.get(1)?;
        unapplied.insert(row.get(0)?, sum.round_dp(4).normalize());
    }
    Ok(unapplied)
}
