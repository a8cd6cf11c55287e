//! What is decided of credit notes: reviewed, approved line by line, rejected, applied to invoices, made void.

use std::collections::BTreeMap;

use freight::money::{self, Amount};
use kernel::{
    Error, FieldError, Result, Scope, Where, case::null_is_default, db::Col, message, tsql,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    books,
    credit::{self as notes, MAX_LINES, OneCreditNote, remark},
    draft::tell,
    hold::hold,
    numbers,
    payment::held,
    read,
    terms::terms,
};
use crate::{
    events::CREDIT_NOTE_APPROVED,
    model::{
        credit::{
            CreditNote, CreditNoteDetail, CreditNoteDetailId, CreditNoteId, CreditNoteInvoice,
            CreditNoteInvoiceId,
        },
        invoice::{Invoice, InvoiceDetailId},
        number::SeriesKind,
        payment::InvoiceShare,
        words::{CreditNoteOperation, CreditNoteStatus, InvoiceEvent},
    },
    rules::{
        allocate::{self, MAX_SHARES},
        check::MAX_NOTE,
        credit::{self, NOT_CREDITED},
        exchange, status,
    },
};

/// What is approved of a line.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DecidedLine {
    id: CreditNoteDetailId,
    /// With tax, at most what was asked for. Left out: all of it.
    #[serde(default, with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    approved_amount: Option<Decimal>,
    #[serde(default, deserialize_with = "kernel::case::text")]
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DecidedCredit {
    id: CreditNoteId,
    /// What the approved lines come to.
    #[serde(default, with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    approved_amount: Option<Decimal>,
    #[serde(default, deserialize_with = "kernel::case::text")]
    note: Option<String>,
    /// Of an approval: the approved lines; left out: all of them, as they were asked for.
    #[serde(default, deserialize_with = "null_is_default")]
    details: Vec<DecidedLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessCredit {
    operation: CreditNoteOperation,
    credit_note: DecidedCredit,
    /// Of an application: how much reduces which invoices. Left out: its own invoice, as far as that is open.
    #[serde(default, deserialize_with = "null_is_default")]
    allocated_invoice_credits: Vec<InvoiceShare>,
}

pub async fn process(mut scope: Scope, sent: ProcessCredit) -> Result<OneCreditNote> {
    check(&sent)?;
    let ProcessCredit {
        operation,
        credit_note: sent,
        allocated_invoice_credits: shares,
    } = sent;
    let own =
        tsql!("UPDATE credit_notes SET row_version = row_version WHERE tenant_id = $1 AND id = $2");
    scope.rows(own, vec![sent.id.val()]).await?;
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
        read::find(&mut scope, share.invoice_id).await?;
    }
    credit::check(operation, note.status)?;
    match operation {
        CreditNoteOperation::Review => note.status = CreditNoteStatus::UnderReview,
        CreditNoteOperation::Reject => note.status = CreditNoteStatus::Rejected,
        CreditNoteOperation::Approve => approve(&mut scope, &mut note, &mut details, &sent).await?,
        CreditNoteOperation::Apply => apply(&mut scope, &mut note, shares).await?,
        CreditNoteOperation::Void => {
            if note.unapplied_amount != note.approved_amount {
                return Err(NOT_CREDITED.because(message!(
                    "It reduces invoices already: it cannot be made void."
                )));
            }
            note.status = CreditNoteStatus::Voided;
            (note.unapplied_amount, note.base_unapplied_amount) = (Decimal::ZERO, Decimal::ZERO);
        }
    }
    scope.update(&mut note).await?;
    let today = terms(&scope).await?.today;
    let entry = match operation {
        CreditNoteOperation::Approve => Some(books::credited(&note, today)),
        CreditNoteOperation::Void if note.credit_note_number.is_some() => {
            Some(books::credit_voided(&note, today))
        }
        _ => None,
    };
    books::enter(&mut scope, "operation", entry.into_iter().collect()).await?;
    remark(&mut scope, note.id, sent.note).await?;
    if operation == CreditNoteOperation::Approve {
        scope.announce(&CREDIT_NOTE_APPROVED, &note.id).await?;
    }
    let answer = notes::whole(&mut scope, note).await?;
    scope.commit().await?;
    Ok(answer)
}

fn check(sent: &ProcessCredit) -> Result<()> {
    let mut wrong = Vec::new();
    let note = &sent.credit_note;
    let texts = note
        .details
        .iter()
        .map(|line| line.note.as_deref())
        .chain([note.note.as_deref()]);
    if texts.into_iter().any(notes::too_long) {
        wrong.push(FieldError::new(
            "creditNote.note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        ));
    }
    if note.details.len() > MAX_LINES {
        wrong.push(FieldError::new(
            "creditNote.details",
            message!("must be at most {max} entries", max = MAX_LINES),
        ));
    }
    if sent.allocated_invoice_credits.len() > MAX_SHARES {
        let says = message!("must be at most {max} entries", max = MAX_SHARES);
        wrong.push(FieldError::new("allocatedInvoiceCredits", says));
    }
    if !sent.allocated_invoice_credits.is_empty() && sent.operation != CreditNoteOperation::Apply {
        wrong.push(FieldError::new(
            "allocatedInvoiceCredits",
            message!("is said when a credit note is applied"),
        ));
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(wrong))
    }
}

/// Gives it its number and its amounts, and its lines theirs.
async fn approve(
    scope: &mut Scope,
    note: &mut CreditNote,
    details: &mut [CreditNoteDetail],
    sent: &DecidedCredit,
) -> Result<()> {
    // Whoever credits the same invoice waits from here to the end of the transaction.
    hold(scope, note.invoice_id).await?;
    let invoice: Invoice = scope.find(note.invoice_id).await?;
    approved(details, sent, &note.currency).map_err(Error::Invalid)?;
    let sum: Decimal = details.iter().map(|line| line.approved_amount).sum();
    let asked: Decimal = notes::credited(scope, invoice.id)
        .await?
        .into_values()
        .sum();
    // What this one asks for is among it.
    let left = invoice.amount - (asked - note.amount);
    if sum <= Decimal::ZERO || sum > left {
        let says = message!(
            "must be more than 0 and at most {max}: reject it otherwise",
            max = left.normalize()
        );
        return Err(Error::invalid("creditNote.approvedAmount", says));
    }
    if sent.approved_amount.is_some_and(|amount| amount != sum) {
        let says = message!(
            "must be what the approved lines come to, {sum}",
            sum = sum.normalize()
        );
        return Err(Error::invalid("creditNote.approvedAmount", says));
    }
    let before = taxed(scope, note).await?;
    let of_invoice = read::details(scope, invoice.id).await?;
    let mut total = Amount::ZERO;
    for line in details {
        let Some(of) = of_invoice.iter().find(|of| of.id == line.invoice_detail_id) else {
            continue;
        };
        let whole = Amount {
            tax_exclusive_amount: of.tax_exclusive_amount,
            tax: of.tax,
            total: of.amount,
        };
        let credited = before.get(&of.id).copied().unwrap_or(Amount::ZERO);
        let part = match line.approved_amount.is_zero() {
            true => Amount::ZERO,
            false => credit::part(whole, credited, line.approved_amount, &note.currency),
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
    // By the factor of the invoice; all credit notes of one together come to its own sums.
    let earlier: Amount = before.values().copied().sum();
    let part = |base_whole: Decimal, whole: Decimal, before: Decimal, more: Decimal| {
        let until = |sum: Decimal| exchange::share(base_whole, whole, sum, &terms.currency);
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
    let unit = numbers::unit(scope, note.customer_id).await?;
    let numbers = numbers::of(scope, SeriesKind::CreditNote).await?;
    // Last, since whoever approves another one waits from here on.
    if let Some(taken) = numbers.take(scope, day, unit).await? {
        note.credit_note_number = Some(taken.number.clone());
        taken.give(scope, note.id.0).await?;
    }
    Ok(())
}

/// Sets what is approved of each line, or tells what cannot be accepted.
fn approved(
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
    let mut wrong = Vec::new();
    let mut named: BTreeMap<CreditNoteDetailId, (Decimal, Option<String>)> = BTreeMap::new();
    for (at, one) in sent.details.iter().enumerate() {
        let mut refuse = |name: &str, says| {
            wrong.push(FieldError::new(
                format!("creditNote.details[{at}].{name}"),
                says,
            ))
        };
        let Some(line) = details.iter().find(|line| line.id == one.id) else {
            continue;
        };
        let amount = one.approved_amount.unwrap_or(line.amount);
        let is_within = amount.is_zero()
            || (amount.is_sign_negative() == line.amount.is_sign_negative()
                && amount.abs() <= line.amount.abs());
        if named.insert(one.id, (amount, one.note.clone())).is_some() {
            refuse("id", message!("is there twice"));
        } else if !is_within {
            let asked = line.amount.normalize();
            refuse(
                "approvedAmount",
                message!(
                    "must be between 0 and {max}, what was asked for",
                    max = asked
                ),
            );
        } else if money::round(amount, currency) != amount {
            refuse(
                "approvedAmount",
                message!("has more digits after the point than the currency"),
            );
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    for line in details {
        let (amount, note) = named.remove(&line.id).unwrap_or_default();
        line.approved_amount = amount;
        line.notes = note.or(line.notes.take());
    }
    Ok(())
}

/// What approved credit notes have of the invoice's lines.
async fn taxed(scope: &mut Scope, note: &CreditNote) -> Result<BTreeMap<InvoiceDetailId, Amount>> {
    let others = Where::all()
        .eq(CreditNote::INVOICE_ID, note.invoice_id)
        .ne(CreditNote::ID, note.id)
        .is_not_null(CreditNote::CREDIT_NOTE_NUMBER);
    let others: Vec<CreditNote> = scope.all(others).await?;
    let ids: Vec<CreditNoteId> = others
        .into_iter()
        .filter(|other| credit::counts(other.status))
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

/// Reduces invoices by it, under their locks: never beyond what is outstanding, nor beyond what is left of it.
async fn apply(scope: &mut Scope, note: &mut CreditNote, shares: Vec<InvoiceShare>) -> Result<()> {
    let shares = match shares.is_empty() {
        false => shares,
        true => {
            hold(scope, note.invoice_id).await?;
            let own: Invoice = scope.find(note.invoice_id).await?;
            let amount = note.unapplied_amount.min(own.outstanding_amount);
            if amount <= Decimal::ZERO {
                let says = message!(
                    "must name invoices: nothing of the credit note's own invoice is outstanding"
                );
                return Err(Error::invalid("allocatedInvoiceCredits", says));
            }
            vec![InvoiceShare {
                invoice_id: own.id,
                amount,
                note: None,
            }]
        }
    };
    let invoices = held(scope, &shares).await?;
    let mut wrong = allocate::check("allocatedInvoiceCredits", &shares, &invoices);
    if invoices
        .first()
        .is_some_and(|invoice| invoice.customer_id != note.customer_id)
    {
        let says = message!("must be an invoice of the same customer");
        wrong.push(FieldError::new(
            "allocatedInvoiceCredits[0].invoiceId",
            says,
        ));
    }
    if invoices
        .iter()
        .any(|invoice| invoice.currency != note.currency)
    {
        let says = message!("must be invoices in the currency of the credit note");
        wrong.push(FieldError::new("allocatedInvoiceCredits", says));
    }
    let sum: Decimal = shares.iter().map(|share| share.amount).sum();
    if wrong.is_empty() && sum > note.unapplied_amount {
        let left = note.unapplied_amount.normalize();
        let says = message!(
            "must not come to more than what is left of the credit note, {max}",
            max = left
        );
        wrong.push(FieldError::new("allocatedInvoiceCredits", says));
    }
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    let terms = terms(scope).await?;
    let mut applied = Vec::with_capacity(shares.len());
    for (share, mut invoice) in shares.iter().zip(invoices) {
        let base_amount = invoice.owe(invoice.outstanding_amount - share.amount);
        let base_credit_amount = note.keep(note.unapplied_amount - share.amount, &terms.currency);
        invoice.status = status::settled(invoice.amount, invoice.outstanding_amount);
        scope.update(&mut invoice).await?;
        tell(
            scope,
            invoice.id,
            InvoiceEvent::Credited,
            Some(share.amount.normalize().to_string()),
        )
        .await?;
        applied.push(CreditNoteInvoice {
            id: CreditNoteInvoiceId::default(),
            row_version: 0,
            credit_note_id: note.id,
            invoice_id: invoice.id,
            invoice_number: invoice.invoice_number,
            amount: share.amount,
            base_amount,
            base_credit_amount,
            creation_time: scope.now(),
        });
    }
    scope.insert_all(&mut applied).await?;
    let entries = applied
        .iter()
        .map(|share| books::credit_applied(share, note, terms.today))
        .collect();
    books::enter(scope, "allocatedInvoiceCredits", entries).await?;
    if note.unapplied_amount.is_zero() {
        note.status = CreditNoteStatus::Applied;
    }
    Ok(())
}
