//! What a customer owes on its invoices.

use kernel::{Result, Scope, db::Col, ids::CustomerId, tsql};
use rust_decimal::Decimal;

/// The sum, with tax, of what is not paid: drafts count, since their bookings are counted nowhere else.
pub async fn owed(scope: &mut Scope, customer: CustomerId) -> Result<Decimal> {
    let sum = tsql!(
        "SELECT COALESCE(SUM(outstanding_amount), 0) FROM invoices
         WHERE tenant_id = $1 AND customer_id = $2 AND outstanding_amount <> 0
           AND status NOT IN ('Paid', 'Void', 'WrittenOff') AND invoice_type <> 'AgentRcti'"
    );
    let rows = scope.rows(sum, vec![customer.val()]).await?;
    let sum: Decimal = rows[0].get(0)?;
    Ok(sum.round_dp(4).normalize())
}
