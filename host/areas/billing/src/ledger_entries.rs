//! Ledger entries of billing documents.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use crate::{
    credit_notes::model::{CreditNote, CreditNoteInvoice},
    invoices::model::Invoice,
    values::InvoiceType,
};
use ledger::{
    entries::NewEntry,
    model::LedgerMovement,
    rules::{self, Pair},
};

fn invoice_entry(
    movement: LedgerMovement,
    invoice: &Invoice,
    day: NaiveDate,
    pairs: Vec<Pair>,
) -> NewEntry {
    NewEntry {
        movement,
        source: invoice.id.0,
        customer: invoice.customer_id,
        day,
        reference: invoice.invoice_number.clone(),
        invoice: Some(invoice.id),
        payment: None,
        credit_note: None,
        pairs,
    }
}

pub fn posted(invoice: &Invoice) -> NewEntry {
    let pairs = posted_pairs(
        invoice.invoice_type,
        invoice.base_tax_exclusive_amount,
        invoice.base_tax,
    );
    invoice_entry(
        LedgerMovement::InvoicePosted,
        invoice,
        invoice.invoice_date,
        pairs,
    )
}

pub fn written_off(invoice: &Invoice) -> NewEntry {
    let day = invoice.written_off_date.unwrap_or(invoice.invoice_date);
    let pairs = written_off_pairs(invoice.invoice_type, invoice.base_written_off_amount);
    invoice_entry(LedgerMovement::InvoiceWrittenOff, invoice, day, pairs)
}

fn credit_note_entry(
    movement: LedgerMovement,
    note: &CreditNote,
    day: NaiveDate,
    pairs: Vec<Pair>,
) -> NewEntry {
    NewEntry {
        movement,
        source: note.id.0,
        customer: note.customer_id,
        day,
        reference: note.credit_note_number.clone(),
        invoice: Some(note.invoice_id),
        payment: None,
        credit_note: Some(note.id),
        pairs,
    }
}

pub fn credited(note: &CreditNote, day: NaiveDate) -> NewEntry {
    credit_note_entry(
        LedgerMovement::CreditNoteApproved,
        note,
        day,
        rules::credited(note.base_tax_exclusive_amount, note.base_tax),
    )
}

pub fn credit_voided(note: &CreditNote, day: NaiveDate) -> NewEntry {
    credit_note_entry(
        LedgerMovement::CreditNoteVoided,
        note,
        day,
        rules::credited(-note.base_tax_exclusive_amount, -note.base_tax),
    )
}

pub fn credit_applied(share: &CreditNoteInvoice, note: &CreditNote, day: NaiveDate) -> NewEntry {
    NewEntry {
        source: share.id.0,
        invoice: Some(share.invoice_id),
        ..credit_note_entry(
            LedgerMovement::CreditNoteApplied,
            note,
            day,
            rules::allocated(share.base_credit_amount, share.base_amount),
        )
    }
}

/// Payments to agents are no receivable.
fn posted_pairs(kind: InvoiceType, net: Decimal, tax: Decimal) -> Vec<Pair> {
    match kind {
        _ if kind.is_owed_to_agent() => Vec::new(),
        InvoiceType::OpeningBalance => rules::opened(net + tax),
        _ => rules::posted(net, tax),
    }
}

fn written_off_pairs(kind: InvoiceType, amount: Decimal) -> Vec<Pair> {
    match kind.is_owed_to_agent() {
        true => Vec::new(),
        false => rules::written_off(amount),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_receivables_are_posted() {
        let five = Decimal::from(5);
        assert!(posted_pairs(InvoiceType::AgentRcti, five, five).is_empty());
        assert!(written_off_pairs(InvoiceType::AgentRcti, five).is_empty());
        assert!(!written_off_pairs(InvoiceType::Freight, five).is_empty());
        assert_eq!(posted_pairs(InvoiceType::Freight, five, five).len(), 2);
        assert_eq!(
            posted_pairs(InvoiceType::OpeningBalance, five, five),
            rules::opened(Decimal::TEN)
        );
    }
}
