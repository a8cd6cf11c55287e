//! Back-filling of the ledger, in idempotent batches that can resume anywhere.

use std::collections::BTreeMap;

use billing::{
    agent_invoices::model::{AgentInvoice, AgentInvoiceId},
    allocations::model::{PaymentInvoice, PaymentInvoiceId},
    credit_notes::model::{CreditNote, CreditNoteId, CreditNoteInvoice, CreditNoteInvoiceId},
    invoices::{
        model::{Invoice, InvoiceId},
        terms::terms,
    },
};
use carriage::money::Amount;
use chrono::{DateTime, NaiveDate, Utc};
use data::{Result, Scope, Where, db::Mode};
use ledger::{entries::NewEntry, model::LedgerMovement};
use rust_decimal::Decimal;
use work::job::ScopeJobs;

use crate::{
    ledger_back_fill::store::load_missing,
    ledger_entries,
    payments::model::{Payment, PaymentDetail, PaymentDetailId, PaymentId},
};

/// Documents per transaction.
const BATCH_SIZE: i64 = 500;

/// Back-fills the ledger, then compares it with the documents.
pub async fn run_daily(scope: Scope) -> Result<()> {
    fill(&scope).await?;
    ledger::proof::publish_differences(&scope).await
}

async fn fill(scope: &Scope) -> Result<()> {
    let zone = terms(scope).await?.zone;
    let day = |time: DateTime<Utc>| time.with_timezone(&zone).date_naive();
    for movement in LedgerMovement::ALL {
        loop {
            scope.check_cancelled()?;
            let mut transaction = scope.sibling(Mode::Write);
            let ids = load_missing(&mut transaction, *movement, BATCH_SIZE).await?;
            if ids.is_empty() {
                break;
            }
            let entries = entries(&mut transaction, *movement, &ids, day).await?;
            if entries.is_empty() {
                break;
            }
            ledger::entries::write_entries(&mut transaction, entries).await?;
            transaction.commit().await?;
            if (ids.len() as i64) < BATCH_SIZE {
                break;
            }
        }
    }
    Ok(())
}

async fn entries(
    scope: &mut Scope,
    movement: LedgerMovement,
    ids: &[i64],
    day: impl Fn(DateTime<Utc>) -> NaiveDate,
) -> Result<Vec<NewEntry>> {
    Ok(match movement {
        LedgerMovement::InvoicePosted => invoices(scope, ids)
            .await?
            .iter()
            .map(billing::ledger_entries::posted)
            .collect(),
        LedgerMovement::InvoiceWrittenOff => invoices(scope, ids)
            .await?
            .iter()
            .map(billing::ledger_entries::written_off)
            .collect(),
        LedgerMovement::CreditNoteApproved | LedgerMovement::CreditNoteVoided => {
            let ids: Vec<CreditNoteId> = ids.iter().copied().map(CreditNoteId).collect();
            let notes = notes(scope, &ids).await?;
            let entry = |note: &CreditNote| {
                // The day of voiding is not stored. Both entries cancel out.
                let day = note
                    .credit_note_date
                    .unwrap_or_else(|| day(note.creation_time));
                match movement {
                    LedgerMovement::CreditNoteVoided => {
                        billing::ledger_entries::credit_voided(note, day)
                    }
                    _ => billing::ledger_entries::credited(note, day),
                }
            };
            notes.values().map(entry).collect()
        }
        LedgerMovement::CreditNoteApplied => {
            let ids: Vec<CreditNoteInvoiceId> =
                ids.iter().copied().map(CreditNoteInvoiceId).collect();
            let shares: Vec<CreditNoteInvoice> = scope
                .all(Where::all().is_in(CreditNoteInvoice::ID, &ids))
                .await?;
            let of: Vec<CreditNoteId> = shares.iter().map(|share| share.credit_note_id).collect();
            let notes = notes(scope, &of).await?;
            let entry = |share: &CreditNoteInvoice| {
                let note = notes.get(&share.credit_note_id)?;
                Some(billing::ledger_entries::credit_applied(
                    share,
                    note,
                    day(share.creation_time),
                ))
            };
            shares.iter().filter_map(entry).collect()
        }
        LedgerMovement::PaymentReceived => {
            let ids: Vec<PaymentId> = ids.iter().copied().map(PaymentId).collect();
            payments(scope, &ids)
                .await?
                .values()
                .map(|one| ledger_entries::received(one, Amount::ZERO))
                .collect()
        }
        LedgerMovement::PaymentAllocated => {
            let ids: Vec<PaymentInvoiceId> = ids.iter().copied().map(PaymentInvoiceId).collect();
            let shares: Vec<PaymentInvoice> = scope
                .all(Where::all().is_in(PaymentInvoice::ID, &ids))
                .await?;
            let of: Vec<PaymentId> = shares.iter().map(|share| share.payment_id).collect();
            let payments = payments(scope, &of).await?;
            let entry = |share: &PaymentInvoice| {
                let payment = payments.get(&share.payment_id)?;
                Some(ledger_entries::allocated(
                    share,
                    payment,
                    day(share.creation_time),
                ))
            };
            shares.iter().filter_map(entry).collect()
        }
        LedgerMovement::PaymentRefunded | LedgerMovement::PaymentReversed => {
            let ids: Vec<PaymentDetailId> = ids.iter().copied().map(PaymentDetailId).collect();
            let details: Vec<PaymentDetail> = scope
                .all(Where::all().is_in(PaymentDetail::ID, &ids))
                .await?;
            let of: Vec<PaymentId> = details.iter().map(|detail| detail.payment_id).collect();
            let payments = payments(scope, &of).await?;
            let entry = |detail: &PaymentDetail| {
                let payment = payments.get(&detail.payment_id)?;
                // Payments older than the ledger have no surcharge in it.
                let surcharge = (Decimal::ZERO, Decimal::ZERO);
                Some(ledger_entries::returned(detail, payment, surcharge))
            };
            details.iter().filter_map(entry).collect()
        }
        LedgerMovement::AgentInvoiceClosed
        | LedgerMovement::AgentInvoicePaid
        | LedgerMovement::AgentInvoiceVoided => {
            let ids: Vec<AgentInvoiceId> = ids.iter().copied().map(AgentInvoiceId).collect();
            let invoices: Vec<AgentInvoice> = scope
                .all(Where::all().is_in(AgentInvoice::ID, &ids))
                .await?;
            let entry = |invoice: &AgentInvoice| match movement {
                LedgerMovement::AgentInvoicePaid => billing::ledger_entries::agent_paid(invoice),
                // The day of voiding is not stored. Both entries cancel out.
                LedgerMovement::AgentInvoiceVoided => {
                    billing::ledger_entries::agent_voided(invoice, invoice.invoice_date)
                }
                _ => billing::ledger_entries::agent_closed(invoice),
            };
            invoices.iter().map(entry).collect()
        }
        LedgerMovement::SurchargeRefunded | LedgerMovement::Unknown => Vec::new(),
    })
}

async fn invoices(scope: &mut Scope, ids: &[i64]) -> Result<Vec<Invoice>> {
    let ids: Vec<InvoiceId> = ids.iter().copied().map(InvoiceId).collect();
    scope.all(Where::all().is_in(Invoice::ID, &ids)).await
}

async fn notes(
    scope: &mut Scope,
    ids: &[CreditNoteId],
) -> Result<BTreeMap<CreditNoteId, CreditNote>> {
    let notes: Vec<CreditNote> = scope.all(Where::all().is_in(CreditNote::ID, ids)).await?;
    Ok(notes.into_iter().map(|note| (note.id, note)).collect())
}

async fn payments(scope: &mut Scope, ids: &[PaymentId]) -> Result<BTreeMap<PaymentId, Payment>> {
    let payments: Vec<Payment> = scope.all(Where::all().is_in(Payment::ID, ids)).await?;
    Ok(payments
        .into_iter()
        .map(|payment| (payment.id, payment))
        .collect())
}
