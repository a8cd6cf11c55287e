//! Statements of bank lines.

use data::{Result, Scope, db::Col, tsql};

use crate::bank_statements::{
    file::{BankEntry, LineKey},
    model::{BankLine, BankLineId, BankLineStatus, BankStatementId},
};

/// Returns false if the line exists, also under concurrent imports of a file.
pub async fn insert_line(
    scope: &mut Scope,
    statement: BankStatementId,
    number: i64,
    key: LineKey,
    entry: &BankEntry,
    status: BankLineStatus,
) -> Result<bool> {
    let sql = tsql!(
        "INSERT INTO bank_lines (tenant_id, row_version, statement_id, line_number, line_key, account, line_date,
           amount, currency, payer, payer_account, reference, bank_reference, description, status, creation_time)
         SELECT $1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
         WHERE NOT EXISTS (SELECT 1 FROM bank_lines WHERE tenant_id = $1 AND line_key IN ($4, $16))
         ON CONFLICT (tenant_id, line_key) DO NOTHING RETURNING id"
    );
    let values = vec![
        statement.val(),
        number.val(),
        key.current.val(),
        entry.account.val(),
        entry.day.val(),
        entry.amount.val(),
        entry.currency.val(),
        entry.payer.val(),
        entry.payer_account.val(),
        entry.reference.val(),
        entry.bank_reference.val(),
        entry.description.val(),
        status.val(),
        scope.now().val(),
        key.legacy.val(),
    ];
    Ok(!scope.rows(sql, values).await?.is_empty())
}

pub async fn lock_line(scope: &mut Scope, id: BankLineId) -> Result<BankLine> {
    scope.lock::<BankLine>(id).await?;
    scope.find(id).await
}
