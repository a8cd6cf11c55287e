//! Ledger entries in the tenant's base currency: written once, in the transaction of their source,
//! never in a locked period.

use chrono::NaiveDate;
use freight::money::Amount;
use kernel::{
    Error, Result, Scope, Where,
    case::{FIRST_DAY, FIRST_YEAR, LAST_DAY, LAST_YEAR, is_day},
    ids::CustomerId,
    message,
};

use crate::{
    credit_notes::model::{CreditNote, CreditNoteId, CreditNoteInvoice},
    events::BALANCE_CHANGED,
    invoices::model::{Invoice, InvoiceId},
    ledger::{
        self,
        model::{LedgerEntry, LedgerEntryId, LedgerLine, LedgerLineId, LedgerLock, LedgerMovement},
        rules::Pair,
    },
    payments::model::{Payment, PaymentDetail, PaymentId, PaymentInvoice},
    values::PaymentDetailType,
};

/// An unsaved entry.
#[derive(Debug)]
pub struct NewEntry {
    movement: LedgerMovement,
    source: i64,
    customer: CustomerId,
    day: NaiveDate,
    reference: Option<String>,
    invoice: Option<InvoiceId>,
    payment: Option<PaymentId>,
    credit_note: Option<CreditNoteId>,
    pairs: Vec<Pair>,
}

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
    let pairs = ledger::rules::posted(
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
    invoice_entry(
        LedgerMovement::InvoiceWrittenOff,
        invoice,
        day,
        ledger::rules::written_off(invoice.base_written_off_amount),
    )
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
        ledger::rules::credited(note.base_tax_exclusive_amount, note.base_tax),
    )
}

/// Reverses the entry of the approval.
pub fn credit_voided(note: &CreditNote, day: NaiveDate) -> NewEntry {
    credit_note_entry(
        LedgerMovement::CreditNoteVoided,
        note,
        day,
        ledger::rules::credited(-note.base_tax_exclusive_amount, -note.base_tax),
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
            ledger::rules::allocated(share.base_credit_amount, share.base_amount),
        )
    }
}

fn payment_entry(
    movement: LedgerMovement,
    payment: &Payment,
    day: NaiveDate,
    pairs: Vec<Pair>,
) -> NewEntry {
    NewEntry {
        movement,
        source: payment.id.0,
        customer: payment.customer_id,
        day,
        reference: payment.payment_reference_number.clone(),
        invoice: None,
        payment: Some(payment.id),
        credit_note: None,
        pairs,
    }
}

/// Includes prepayments. `surcharge`: the card surcharge in the base currency.
pub fn received(payment: &Payment, surcharge: Amount) -> NewEntry {
    let mut pairs = ledger::rules::received(payment.base_paid_amount);
    pairs.extend(ledger::rules::surcharged(
        surcharge.tax_exclusive_amount,
        surcharge.tax,
    ));
    payment_entry(
        LedgerMovement::PaymentReceived,
        payment,
        payment.payment_date,
        pairs,
    )
}

pub fn allocated(share: &PaymentInvoice, payment: &Payment, day: NaiveDate) -> NewEntry {
    NewEntry {
        source: share.id.0,
        invoice: Some(share.invoice_id),
        reference: share.invoice_number.clone(),
        ..payment_entry(
            LedgerMovement::PaymentAllocated,
            payment,
            day,
            ledger::rules::allocated(share.base_paid_amount, share.base_amount),
        )
    }
}

/// A refund or a reversal. Its reduction of an invoice is a separate entry, against the allocation.
pub fn returned(detail: &PaymentDetail, payment: &Payment) -> NewEntry {
    let movement = match detail.payment_detail_type {
        PaymentDetailType::Reversal => LedgerMovement::PaymentReversed,
        _ => LedgerMovement::PaymentRefunded,
    };
    NewEntry {
        source: detail.id.0,
        invoice: detail.invoice_id,
        reference: detail.reference_number.clone(),
        ..payment_entry(
            movement,
            payment,
            detail.detail_date,
            ledger::rules::returned(detail.base_unapplied_amount, detail.base_amount),
        )
    }
}

/// Rejects a locked or invalid day, sent as this member.
pub async fn check_open(scope: &mut Scope, day: NaiveDate, member: &str) -> Result<()> {
    if !is_day(day) {
        let message = message!(
            "must be a day from {first} to {last}",
            first = FIRST_YEAR,
            last = LAST_YEAR
        );
        return Err(Error::invalid(member, message));
    }
    let locks: Vec<LedgerLock> = scope
        .all(Where::all().ge(LedgerLock::LAST_DAY, day))
        .await?;
    let last_days: Vec<NaiveDate> = locks.iter().map(|lock| lock.last_day).collect();
    match ledger::rules::first_open(day, &last_days) {
        None => Ok(()),
        Some(open) => {
            let (day, open) = (day.to_string(), open.to_string());
            let message = message!(
                "{day} is in a locked period: the first open day is {open}",
                day = day,
                open = open
            );
            Err(Error::invalid(member, message))
        }
    }
}

/// Writes the entries in the scope's transaction, if their days are open.
pub async fn post_entries(scope: &mut Scope, member: &str, new: Vec<NewEntry>) -> Result<()> {
    let mut days: Vec<NaiveDate> = new.iter().map(|entry| entry.day).collect();
    days.sort_unstable();
    days.dedup();
    for day in days {
        check_open(scope, day, member).await?;
    }
    let mut moved: Vec<CustomerId> = new
        .iter()
        .filter(|entry| changes_balance(entry.movement))
        .map(|entry| entry.customer)
        .collect();
    write_entries(scope, new).await?;
    moved.dedup();
    for customer in moved {
        scope.publish(&BALANCE_CHANGED, &customer).await?;
    }
    Ok(())
}

/// True if the movement changes a customer's debt or prepayment. Allocations are already counted.
fn changes_balance(movement: LedgerMovement) -> bool {
    use LedgerMovement::{
        CreditNoteApproved, CreditNoteVoided, InvoiceWrittenOff, PaymentReceived, PaymentRefunded,
        PaymentReversed,
    };
    matches!(
        movement,
        CreditNoteApproved
            | CreditNoteVoided
            | InvoiceWrittenOff
            | PaymentReceived
            | PaymentRefunded
            | PaymentReversed
    )
}

/// Writes entries of documents older than the ledger, even into locked periods. An entry without
/// amounts is written too, to mark its source as done. Days out of bounds become the nearest valid
/// day.
pub async fn write_entries(scope: &mut Scope, new: Vec<NewEntry>) -> Result<()> {
    let (now, user) = (scope.now(), scope.caller.user());
    let (mut entries, mut pairs) = (Vec::with_capacity(new.len()), Vec::with_capacity(new.len()));
    for entry in new {
        entries.push(LedgerEntry {
            id: LedgerEntryId::default(),
            row_version: 0,
            movement: entry.movement,
            source_id: entry.source,
            customer_id: entry.customer,
            day: entry.day.clamp(FIRST_DAY, LAST_DAY),
            reference: entry.reference,
            invoice_id: entry.invoice,
            payment_id: entry.payment,
            credit_note_id: entry.credit_note,
            creation_time: now,
            creator_user_id: user,
        });
        pairs.push(entry.pairs);
    }
    scope.insert_all(&mut entries).await?;
    let line = |entry: &LedgerEntry, pair: Pair| LedgerLine {
        id: LedgerLineId::default(),
        row_version: 0,
        entry_id: entry.id,
        customer_id: entry.customer_id,
        day: entry.day,
        debit_account: pair.debit,
        credit_account: pair.credit,
        amount: pair.amount,
    };
    let mut lines = Vec::new();
    for (entry, pairs) in entries.iter().zip(pairs) {
        lines.extend(pairs.into_iter().map(|pair| line(entry, pair)));
    }
    scope.insert_all(&mut lines).await
}
