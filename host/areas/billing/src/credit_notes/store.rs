//! Row locks of credit notes.

use kernel::{Result, Scope, db::Col, tsql};

use crate::credit_notes::model::{CreditNote, CreditNoteId};

/// Locks until the transaction ends.
pub async fn lock_credit_note(scope: &mut Scope, id: CreditNoteId) -> Result<CreditNote> {
    let sql =
        tsql!("UPDATE credit_notes SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(sql, vec![id.val()]).await?;
    scope.find(id).await
}
