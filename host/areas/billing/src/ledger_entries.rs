//! Ledger entries of billing documents.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use crate::{
    agent_invoices::model::AgentInvoice,
    credit_notes::model::{CreditNote, CreditNoteInvoice},
    invoices::model::Invoice,
    values::InvoiceType,
};
use ledger::{
    entries::{Counterparty, NewEntry},
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
        counterparty: Counterparty::Customer(invoice.customer_id),
        day,
        reference: invoice.invoice_number.clone(),
        invoice: Some(invoice.id),
        payment: None,
        credit_note: None,
        agent_invoice: None,
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
        counterparty: Counterparty::Customer(note.customer_id),
        day,
        reference: note.credit_note_number.clone(),
        invoice: Some(note.invoice_id),
        payment: None,
        credit_note: Some(note.id),
        agent_invoice: None,
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

fn agent_entry(
    movement: LedgerMovement,
    invoice: &AgentInvoice,
    day: NaiveDate,
    pairs: Vec<Pair>,
) -> NewEntry {
    NewEntry {
        movement,
        source: invoice.id.0,
        counterparty: Counterparty::Driver(invoice.driver_id),
        day,
        reference: invoice.invoice_number.clone(),
        invoice: None,
        payment: None,
        credit_note: None,
        agent_invoice: Some(invoice.id),
        pairs,
    }
}

/// A closed invoice for a supplier is owed from its date on.
pub fn agent_closed(invoice: &AgentInvoice) -> NewEntry {
    agent_entry(
        LedgerMovement::AgentInvoiceClosed,
        invoice,
        invoice.invoice_date,
        rules::owed_to_driver(invoice.tax_exclusive_amount, invoice.tax),
    )
}

pub fn agent_paid(invoice: &AgentInvoice) -> NewEntry {
    agent_entry(
        LedgerMovement::AgentInvoicePaid,
        invoice,
        invoice.paid_date.unwrap_or(invoice.invoice_date),
        rules::paid_to_driver(invoice.amount),
    )
}

pub fn agent_voided(invoice: &AgentInvoice, day: NaiveDate) -> NewEntry {
    agent_entry(
        LedgerMovement::AgentInvoiceVoided,
        invoice,
        day,
        rules::owed_to_driver(-invoice.tax_exclusive_amount, -invoice.tax),
    )
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
    use data::ids::DriverId;

    use super::*;
    use crate::agent_invoices::model::AgentInvoiceId;

    #[test]
    fn voiding_a_suppliers_invoice_takes_back_what_closing_posted() {
        let invoice = AgentInvoice {
            id: AgentInvoiceId(7),
            driver_id: DriverId(3),
            invoice_number: Some("RCTI000001".to_owned()),
            tax_exclusive_amount: Decimal::TEN,
            tax: Decimal::ONE,
            amount: Decimal::from(11),
            ..AgentInvoice::default()
        };
        let day = NaiveDate::default();
        let (closed, voided) = (agent_closed(&invoice), agent_voided(&invoice, day));
        assert_eq!(closed.counterparty, Counterparty::Driver(DriverId(3)));
        assert_eq!(closed.agent_invoice, Some(AgentInvoiceId(7)));
        let swapped = |pair: &Pair| Pair {
            debit: pair.credit,
            credit: pair.debit,
            ..*pair
        };
        let reversed: Vec<Pair> = closed.pairs.iter().map(swapped).collect();
        assert_eq!(voided.pairs, reversed);
        assert_eq!(agent_paid(&invoice).pairs[0].amount, invoice.amount);
    }

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
