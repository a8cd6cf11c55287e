//! Statements of ledger back-filling.

use data::{Result, Scope, db::Col, tsql};

use billing::conditions;
use ledger::model::LedgerMovement;

/// Returns documents without an entry, by id.
pub async fn load_missing(
    scope: &mut Scope,
    movement: LedgerMovement,
    limit: i64,
) -> Result<Vec<i64>> {
    let sql = match movement {
        LedgerMovement::InvoicePosted => tsql!(
            "SELECT id FROM invoices i WHERE tenant_id = $1
               AND ",
            conditions::POSTED,
            "
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'InvoicePosted' AND e.source_id = i.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::InvoiceWrittenOff => tsql!(
            "SELECT id FROM invoices i WHERE tenant_id = $1 AND ",
            conditions::WRITTEN_OFF,
            "
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'InvoiceWrittenOff' AND e.source_id = i.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::CreditNoteApproved => tsql!(
            "SELECT id FROM credit_notes n WHERE tenant_id = $1 AND credit_note_number IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'CreditNoteApproved' AND e.source_id = n.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::CreditNoteVoided => tsql!(
            "SELECT id FROM credit_notes n
             WHERE tenant_id = $1 AND credit_note_number IS NOT NULL AND ",
            conditions::VOIDED_CREDIT,
            "
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'CreditNoteVoided' AND e.source_id = n.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::CreditNoteApplied => tsql!(
            "SELECT id FROM credit_note_invoices s WHERE tenant_id = $1
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'CreditNoteApplied' AND e.source_id = s.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::PaymentReceived => tsql!(
            "SELECT id FROM payments p WHERE tenant_id = $1
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'PaymentReceived' AND e.source_id = p.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::PaymentAllocated => tsql!(
            "SELECT id FROM payment_invoices s WHERE tenant_id = $1
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'PaymentAllocated' AND e.source_id = s.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::PaymentRefunded => tsql!(
            "SELECT id FROM payment_details d WHERE tenant_id = $1 AND payment_detail_type = 'Refund'
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'PaymentRefunded' AND e.source_id = d.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::PaymentReversed => tsql!(
            "SELECT id FROM payment_details d WHERE tenant_id = $1 AND payment_detail_type = 'Reversal'
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'PaymentReversed' AND e.source_id = d.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::AgentInvoiceClosed => tsql!(
            "SELECT id FROM agent_invoices a WHERE tenant_id = $1 AND invoice_number IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'AgentInvoiceClosed' AND e.source_id = a.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::AgentInvoicePaid => tsql!(
            "SELECT id FROM agent_invoices a WHERE tenant_id = $1 AND paid_date IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'AgentInvoicePaid' AND e.source_id = a.id)
             ORDER BY id LIMIT $2"
        ),
        LedgerMovement::AgentInvoiceVoided => tsql!(
            "SELECT id FROM agent_invoices a
             WHERE tenant_id = $1 AND invoice_number IS NOT NULL AND ",
            conditions::VOIDED_AGENT,
            "
               AND NOT EXISTS (SELECT 1 FROM ledger_entries e
                 WHERE e.tenant_id = $1 AND e.movement = 'AgentInvoiceVoided' AND e.source_id = a.id)
             ORDER BY id LIMIT $2"
        ),
        // Posted only for surcharges that are in the ledger.
        LedgerMovement::SurchargeRefunded | LedgerMovement::Unknown => return Ok(Vec::new()),
    };
    let mut ids = Vec::new();
    for row in scope.rows(sql, vec![limit.val()]).await? {
        ids.push(row.get(0)?);
    }
    Ok(ids)
}
