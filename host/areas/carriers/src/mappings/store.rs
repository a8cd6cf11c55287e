//! Statements of mappings of customers to accounts.

use std::collections::BTreeMap;

use data::{Result, Scope, db::Col, tsql};

/// Counts the customers mapped to each account, by account id.
pub(crate) async fn count_customers(scope: &mut Scope) -> Result<BTreeMap<i64, i64>> {
    let sql = tsql!(
        "SELECT carrier_account_id, COUNT(*) FROM carrier_account_mappings WHERE tenant_id = $1 AND is_active = $2 GROUP BY carrier_account_id"
    );
    let rows = scope.rows(sql, vec![true.val()]).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}
