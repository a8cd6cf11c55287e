//! Conditions on invoices and credit notes that follow from their life cycles.

use data::{Where, sql_names, sql_text, states_that};

use crate::{
    agent_invoices::model::AgentInvoiceStatus,
    invoices::model::Invoice,
    values::{CreditNoteStatus, InvoiceStatus, InvoiceType},
};

/// Receivables to which payments may be allocated.
pub fn payable_invoices() -> Where<Invoice> {
    let payable = Where::all().is_in(
        Invoice::STATUS,
        states_that!(InvoiceStatus, InvoiceStatus::is_payable),
    );
    states_that!(InvoiceType, InvoiceType::is_owed_to_agent)
        .iter()
        .fold(payable, |narrow, of| narrow.ne(Invoice::INVOICE_TYPE, *of))
}

/// Owed by customers, not to agents.
pub const RECEIVABLE: &str = sql_text!(
    "invoice_type NOT IN (",
    sql_names!(InvoiceType, InvoiceType::is_owed_to_agent),
    ")",
);
/// In the ledger.
pub const POSTED: &str = sql_text!(
    "status IN (",
    sql_names!(InvoiceStatus, InvoiceStatus::is_posted),
    ")",
);
/// Posted and not final.
pub const OWED: &str = sql_text!(
    "status IN (",
    sql_names!(InvoiceStatus, InvoiceStatus::is_owed),
    ")",
);
/// Owed and not disputed.
pub const PAYABLE: &str = sql_text!(
    "status IN (",
    sql_names!(InvoiceStatus, InvoiceStatus::is_payable),
    ")",
);
/// Includes drafts.
pub const NOT_FINAL: &str = sql_text!(
    "status NOT IN (",
    sql_names!(InvoiceStatus, InvoiceStatus::is_final),
    ")",
);
pub const WRITTEN_OFF: &str = sql_text!("status = ", sql_names!(InvoiceStatus: WrittenOff));
/// Approved credit notes with an unapplied amount.
pub const UNAPPLIED_CREDIT: &str = sql_text!(
    "status IN (",
    sql_names!(CreditNoteStatus, CreditNoteStatus::is_unapplied),
    ")",
);
/// Approved credit notes, applied or not.
pub const APPROVED_CREDIT: &str = sql_text!(
    "status IN (",
    sql_names!(CreditNoteStatus, CreditNoteStatus::is_approved),
    ")",
);
pub const VOIDED_CREDIT: &str = sql_text!("status = ", sql_names!(CreditNoteStatus: Voided));
/// Invoices for suppliers that are not paid.
pub const OWED_TO_AGENTS: &str = sql_text!(
    "status IN (",
    sql_names!(AgentInvoiceStatus, AgentInvoiceStatus::is_owed),
    ")",
);
/// Void invoices for suppliers.
pub const VOIDED_AGENT: &str = sql_text!("status = ", sql_names!(AgentInvoiceStatus: Void));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_follow_from_the_tables() {
        assert_eq!(RECEIVABLE, "invoice_type NOT IN ('AgentRcti')");
        assert_eq!(
            POSTED,
            "status IN ('Posted', 'PartiallyPaid', 'Paid', 'Disputed', 'WrittenOff')"
        );
        assert_eq!(OWED, "status IN ('Posted', 'PartiallyPaid', 'Disputed')");
        assert_eq!(PAYABLE, "status IN ('Posted', 'PartiallyPaid')");
        assert_eq!(NOT_FINAL, "status NOT IN ('Paid', 'Void', 'WrittenOff')");
        assert_eq!(WRITTEN_OFF, "status = 'WrittenOff'");
        assert_eq!(
            UNAPPLIED_CREDIT,
            "status IN ('Approved', 'PartiallyApproved')"
        );
        assert_eq!(
            APPROVED_CREDIT,
            "status IN ('Approved', 'PartiallyApproved', 'Applied')"
        );
    }

    /// The ledger comes before the areas whose documents it compares.
    #[test]
    fn the_ledger_compares_posted_receivables_and_unapplied_credits() {
        assert_eq!(
            ledger::COMPARED_INVOICES,
            format!("{RECEIVABLE} AND {POSTED}")
        );
        assert_eq!(ledger::COMPARED_CREDIT_NOTES, UNAPPLIED_CREDIT);
        assert_eq!(ledger::COMPARED_AGENT_INVOICES, OWED_TO_AGENTS);
    }
}
