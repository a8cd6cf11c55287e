//! Credit note decisions: review, approval by line, rejection, application, voiding.

use std::collections::BTreeMap;

use carriage::money::{self, Amount};
use data::{Error, FieldError, New, Result, Scope, Where, message};
use ledger::input_rules::MAX_NOTE;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;
use work::event::ScopeEvents;

use crate::{
    allocations::{model::InvoiceShare, rules::MAX_SHARES, service::lock_invoices},
    credit_notes::{
        self,
        model::{
            CreditNote, CreditNoteDetail, CreditNoteDetailId, CreditNoteId, CreditNoteInvoice,
        },
        rules::{INVALID_CREDIT_NOTE_STATUS, NOTHING_TO_CREDIT},
        service as notes,
        service::{MAX_LINES, OneCreditNote, write_remark},
    },
    events::CREDIT_NOTE_APPROVED,
    exchange,
    invoices::{
        self,
        draft::write_history,
        model::{Invoice, InvoiceDetailId},
        terms::terms,
    },
    number_series::{self, model::SeriesKind},
    values::{CreditNoteOperation, CreditNoteStatus, InvoiceEvent},
};

/// An approved line.
#[data::wire(trim)]
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DecidedLine {
    id: CreditNoteDetailId,
    /// Including tax, at most the requested amount. Default: all of it.
    approved_amount: Option<Decimal>,
    note: Option<String>,
}

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DecidedCredit {
    id: CreditNoteId,
    /// Sum of the approved lines.
    approved_amount: Option<Decimal>,
    note: Option<String>,
    /// For an approval: the approved lines. Default: all, as requested.
    #[serde(default)]
    details: Vec<DecidedLine>,
}

#[data::wire(lists)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessCredit {
    operation: CreditNoteOperation,
    credit_note: DecidedCredit,
    /// For an application: amounts by invoice. Default: the credited invoice, up to its outstanding
    /// amount.
    #[serde(default)]
    allocated_invoice_credits: Vec<InvoiceShare>,
}

pub async fn process(mut scope: Scope, sent: ProcessCredit) -> Result<OneCreditNote> {
    check(&sent)?;
    let ProcessCredit {
        operation,
        credit_note: sent,
        allocated_invoice_credits: shares,
    } = sent;
    scope.lock::<CreditNote>(sent.id).await?;
    let mut note: CreditNote = scope.find(sent.id).await?;
    let mut details = notes::lines(&mut scope, note.id).await?;
    if !sent
        .details
        .iter()
        .all(|line| details.iter().any(|own| own.id == line.id))
    {
        return Err(Error::NotFound("The credit note's line"));
    }
    for share in &shares {
        invoices::service::find(&mut scope, share.invoice_id).await?;
    }
    credit_notes::rules::check(operation, note.status)?;
    match operation {
        CreditNoteOperation::Review => note.status = CreditNoteStatus::UnderReview,
        CreditNoteOperation::Reject => note.status = CreditNoteStatus::Rejected,
        CreditNoteOperation::Approve => approve(&mut scope, &mut note, &mut details, &sent).await?,
        CreditNoteOperation::Apply => apply(&mut scope, &mut note, shares).await?,
        CreditNoteOperation::Void => {
            if note.unapplied_amount != note.approved_amount {
                return Err(INVALID_CREDIT_NOTE_STATUS.with_message(message!(
                    "It already reduces invoices, so it can't be voided."
                )));
            }
            note.status = CreditNoteStatus::Voided;
            (note.unapplied_amount, note.base_unapplied_amount) = (Decimal::ZERO, Decimal::ZERO);
        }
    }
    scope.update(&mut note).await?;
    let today = terms(&scope).await?.today;
    let entry = match operation {
        CreditNoteOperation::Approve => Some(crate::ledger_entries::credited(&note, today)),
        CreditNoteOperation::Void if note.credit_note_number.is_some() => {
            Some(crate::ledger_entries::credit_voided(&note, today))
        }
        _ => None,
    };
    ledger::entries::post_entries(&mut scope, "operation", entry.into_iter().collect()).await?;
    write_remark(&mut scope, note.id, sent.note).await?;
    if operation == CreditNoteOperation::Approve {
        scope.publish(&CREDIT_NOTE_APPROVED, &note.id).await?;
    }
    let answer = notes::load_related(&mut scope, note).await?;
    scope.commit().await?;
    Ok(answer)
}

fn check(sent: &ProcessCredit) -> Result<()> {
    let mut errors = Vec::new();
    let note = &sent.credit_note;
    let texts = note
        .details
        .iter()
        .map(|line| line.note.as_deref())
        .chain([note.note.as_deref()]);
    if texts.into_iter().any(notes::too_long) {
        errors.push(FieldError::new(
            "creditNote.note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        ));
    }
    if note.details.len() > MAX_LINES {
        errors.push(FieldError::new(
            "creditNote.details",
            message!("must be at most {max} entries", max = MAX_LINES),
        ));
    }
    if sent.allocated_invoice_credits.len() > MAX_SHARES {
        let message = message!("must be at most {max} entries", max = MAX_SHARES);
        errors.push(FieldError::new("allocatedInvoiceCredits", message));
    }
    if !sent.allocated_invoice_credits.is_empty() && sent.operation != CreditNoteOperation::Apply {
        errors.push(FieldError::new(
            "allocatedInvoiceCredits",
            message!("is allowed when a credit note is applied"),
        ));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

async fn approve(
    scope: &mut Scope,
    note: &mut CreditNote,
    details: &mut [CreditNoteDetail],
    sent: &DecidedCredit,
) -> Result<()> {
    // Only one credit note of an invoice is approved at a time.
    scope.lock::<Invoice>(note.invoice_id).await?;
    let invoice: Invoice = scope.find(note.invoice_id).await?;
    if !invoice.status.can_be_credited() {
        return Err(NOTHING_TO_CREDIT.into());
    }
    set_approved_amounts(details, sent, &note.currency).map_err(Error::Invalid)?;
    let sum: Decimal = details.iter().map(|line| line.approved_amount).sum();
    let requested: Decimal = notes::load_credited(scope, invoice.id)
        .await?
        .into_values()
        .sum();
    // Includes this request.
    let remaining = invoice.amount - (requested - note.amount);
    if sum <= Decimal::ZERO || sum > remaining {
        let message = message!(
            "must be more than 0 and at most {max}: reject it otherwise",
            max = remaining.normalize()
        );
        return Err(Error::invalid("creditNote.approvedAmount", message));
    }
    if sent.approved_amount.is_some_and(|amount| amount != sum) {
        let message = message!(
            "must be the sum of the approved lines, {sum}",
            sum = sum.normalize()
        );
        return Err(Error::invalid("creditNote.approvedAmount", message));
    }
    let before = load_approved_amounts(scope, note).await?;
    let of_invoice = invoices::service::load_details(scope, invoice.id).await?;
    let mut total = Amount::ZERO;
    for line in details {
        let Some(of) = of_invoice.iter().find(|of| of.id == line.invoice_detail_id) else {
            continue;
        };
        let base_amount = Amount {
            tax_exclusive_amount: of.tax_exclusive_amount,
            tax: of.tax,
            total: of.amount,
        };
        let credited = before.get(&of.id).copied().unwrap_or(Amount::ZERO);
        let part = match line.approved_amount.is_zero() {
            true => Amount::ZERO,
            false => credit_notes::rules::part(
                base_amount,
                credited,
                line.approved_amount,
                &note.currency,
            ),
        };
        (line.tax_exclusive_amount, line.tax) = (part.tax_exclusive_amount, part.tax);
        total = total + part;
        scope.update(line).await?;
    }
    note.status = match sum == note.amount {
        true => CreditNoteStatus::Approved,
        false => CreditNoteStatus::PartiallyApproved,
    };
    (note.tax_exclusive_amount, note.tax) = (total.tax_exclusive_amount, total.tax);
    (note.approved_amount, note.unapplied_amount) = (total.total, total.total);
    let terms = terms(scope).await?;
    // All credit notes of an invoice add up to its base amounts.
    let earlier: Amount = before.values().copied().sum();
    let part = |base_total: Decimal, base_amount: Decimal, before: Decimal, more: Decimal| {
        let until = |sum: Decimal| exchange::share(base_total, base_amount, sum, &terms.currency);
        until(before + more) - until(before)
    };
    note.base_tax_exclusive_amount = part(
        invoice.base_tax_exclusive_amount,
        invoice.tax_exclusive_amount,
        earlier.tax_exclusive_amount,
        total.tax_exclusive_amount,
    );
    note.base_tax = part(invoice.base_tax, invoice.tax, earlier.tax, total.tax);
    note.base_unapplied_amount = note.base_tax_exclusive_amount + note.base_tax;
    let day = terms.today;
    note.credit_note_date = Some(day);
    let unit = number_series::service::unit(scope, note.customer_id).await?;
    let numbers = number_series::service::load_numbers(scope, SeriesKind::CreditNote).await?;
    // Last: locks the series until the transaction ends.
    if let Some(taken) = numbers.assign_next(scope, day, unit).await? {
        note.credit_note_number = Some(taken.number.clone());
        taken.link_document(scope, note.id.0).await?;
    }
    Ok(())
}

/// Returns every invalid field.
fn set_approved_amounts(
    details: &mut [CreditNoteDetail],
    sent: &DecidedCredit,
    currency: &str,
) -> Result<(), Vec<FieldError>> {
    if sent.details.is_empty() {
        for line in details {
            line.approved_amount = line.amount;
        }
        return Ok(());
    }
    let mut errors = Vec::new();
    let mut decisions: BTreeMap<CreditNoteDetailId, (Decimal, Option<String>)> = BTreeMap::new();
    for (at, one) in sent.details.iter().enumerate() {
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(
                format!("creditNote.details[{at}].{name}"),
                message,
            ))
        };
        let Some(line) = details.iter().find(|line| line.id == one.id) else {
            continue;
        };
        let amount = one.approved_amount.unwrap_or(line.amount);
        let is_within = amount.is_zero()
            || (amount.is_sign_negative() == line.amount.is_sign_negative()
                && amount.abs() <= line.amount.abs());
        if decisions
            .insert(one.id, (amount, one.note.clone()))
            .is_some()
        {
            refuse("id", message!("is a duplicate"));
        } else if !is_within {
            let requested = line.amount.normalize();
            refuse(
                "approvedAmount",
                message!(
                    "must be between 0 and {max}, the requested amount",
                    max = requested
                ),
            );
        } else if money::round(amount, currency) != amount {
            refuse(
                "approvedAmount",
                message!("has more digits after the point than the currency"),
            );
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    for line in details {
        let (amount, note) = decisions.remove(&line.id).unwrap_or_default();
        line.approved_amount = amount;
        line.notes = note.or(line.notes.take());
    }
    Ok(())
}

async fn load_approved_amounts(
    scope: &mut Scope,
    note: &CreditNote,
) -> Result<BTreeMap<InvoiceDetailId, Amount>> {
    let others = Where::all()
        .eq(CreditNote::INVOICE_ID, note.invoice_id)
        .ne(CreditNote::ID, note.id)
        .is_not_null(CreditNote::CREDIT_NOTE_NUMBER);
    let others: Vec<CreditNote> = scope.all(others).await?;
    let ids: Vec<CreditNoteId> = others
        .into_iter()
        .filter(|other| other.status.is_effective())
        .map(|other| other.id)
        .collect();
    let lines: Vec<CreditNoteDetail> = scope
        .all(Where::all().is_in(CreditNoteDetail::CREDIT_NOTE_ID, &ids))
        .await?;
    let mut sums: BTreeMap<InvoiceDetailId, Amount> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry(line.invoice_detail_id).or_insert(Amount::ZERO);
        let part = Amount {
            tax_exclusive_amount: line.tax_exclusive_amount,
            tax: line.tax,
            total: line.approved_amount,
        };
        *sum = *sum + part;
    }
    Ok(sums)
}

/// Reduces locked invoices, never beyond the outstanding or unapplied amount.
async fn apply(scope: &mut Scope, note: &mut CreditNote, shares: Vec<InvoiceShare>) -> Result<()> {
    let shares = match shares.is_empty() {
        false => shares,
        true => {
            scope.lock::<Invoice>(note.invoice_id).await?;
            let own: Invoice = scope.find(note.invoice_id).await?;
            let amount = note.unapplied_amount.min(own.outstanding_amount);
            if amount <= Decimal::ZERO {
                let message = message!(
                    "must name invoices: nothing of the credit note's own invoice is outstanding"
                );
                return Err(Error::invalid("allocatedInvoiceCredits", message));
            }
            vec![InvoiceShare {
                invoice_id: own.id,
                amount,
                note: None,
            }]
        }
    };
    let invoices = lock_invoices(scope, &shares).await?;
    let mut errors =
        crate::allocations::rules::check("allocatedInvoiceCredits", &shares, &invoices);
    if invoices
        .first()
        .is_some_and(|invoice| invoice.customer_id != note.customer_id)
    {
        let message = message!("must be an invoice of the same customer");
        errors.push(FieldError::new(
            "allocatedInvoiceCredits[0].invoiceId",
            message,
        ));
    }
    if invoices
        .iter()
        .any(|invoice| invoice.currency != note.currency)
    {
        let message = message!("must be invoices in the currency of the credit note");
        errors.push(FieldError::new("allocatedInvoiceCredits", message));
    }
    let sum: Decimal = shares.iter().map(|share| share.amount).sum();
    if errors.is_empty() && sum > note.unapplied_amount {
        let remaining = note.unapplied_amount.normalize();
        let message = message!(
            "must not exceed the remaining amount of the credit note, {max}",
            max = remaining
        );
        errors.push(FieldError::new("allocatedInvoiceCredits", message));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let terms = terms(scope).await?;
    let mut applied = Vec::with_capacity(shares.len());
    for (share, mut invoice) in shares.iter().zip(invoices) {
        let base_amount = invoice.set_outstanding(invoice.outstanding_amount - share.amount);
        let base_credit_amount =
            note.set_unapplied(note.unapplied_amount - share.amount, &terms.currency);
        invoice.status =
            invoices::status::status_of_outstanding(invoice.amount, invoice.outstanding_amount);
        scope.update(&mut invoice).await?;
        write_history(
            scope,
            invoice.id,
            InvoiceEvent::Credited,
            Some(share.amount.normalize().to_string()),
        )
        .await?;
        applied.push(New::<CreditNoteInvoice> {
            credit_note_id: note.id,
            invoice_id: invoice.id,
            invoice_number: invoice.invoice_number,
            amount: share.amount,
            base_amount,
            base_credit_amount,
        });
    }
    let applied = scope.create_all(applied).await?;
    let entries = applied
        .iter()
        .map(|share| crate::ledger_entries::credit_applied(share, note, terms.today))
        .collect();
    ledger::entries::post_entries(scope, "allocatedInvoiceCredits", entries).await?;
    if note.unapplied_amount.is_zero() {
        note.status = CreditNoteStatus::Applied;
    }
    Ok(())
}
