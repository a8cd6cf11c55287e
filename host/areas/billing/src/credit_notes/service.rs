//! Requests, lists, remarks and withdrawals of credit notes.

use std::collections::{BTreeMap, BTreeSet};

use carriage::money;
use data::{
    ById, Empty, Error, FieldError, ListQuery, New, PageOf, Result, Scope, Where, ids::CustomerId,
    message, states_that,
};
use ledger::input_rules::MAX_NOTE;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::staff_names::Names;

use crate::{
    credit_notes::{
        self,
        model::{
            CreditNote, CreditNoteDetail, CreditNoteDetailId, CreditNoteId, CreditNoteInvoice,
            CreditNoteNote,
        },
        rules::{INVALID_CREDIT_NOTE_STATUS, NOTHING_TO_CREDIT},
    },
    invoices::{
        self,
        model::{Invoice, InvoiceDetail, InvoiceDetailId, InvoiceId},
    },
    values::{CreditNoteDetailType, CreditNoteStatus},
};

pub const MAX_LINES: usize = 500;
/// Decisions can add more.
const MAX_REMARKS: i64 = 100;
/// Undecided requests of a customer's users.
const MAX_REQUESTS: i64 = 100;

/// A requested credit of an invoice line.
#[data::wire(trim)]
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RequestedLine {
    invoice_detail_id: InvoiceDetailId,
    /// Including tax.
    amount: Decimal,
    /// Default: Overcharge.
    #[serde(default, deserialize_with = "data::text_enum::option")]
    credit_note_detail_type: Option<CreditNoteDetailType>,
    /// Required.
    note: Option<String>,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestCredit {
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
    invoice_id: InvoiceId,
    /// Including tax. Must equal the sum of the lines.
    amount: Decimal,
    /// Required.
    note: Option<String>,
    /// At most 500.
    details: Vec<RequestedLine>,
}

/// A credit note with its lines, remarks and reduced invoices.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholeCreditNote {
    #[serde(flatten)]
    credit_note: CreditNote,
    details: Vec<CreditNoteDetail>,
    notes: Vec<CreditNoteNote>,
    invoices: Vec<CreditNoteInvoice>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneCreditNote {
    pub credit_note: WholeCreditNote,
}

/// One customer's credit notes. Default: all visible to the caller.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNotesQuery {
    customer_id: Option<CustomerId>,
    invoice_id: Option<InvoiceId>,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RemarkedLine {
    id: CreditNoteDetailId,
    note: Option<String>,
}

#[data::wire(trim, lists)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Remarks {
    id: CreditNoteId,
    /// An additional remark.
    note: Option<String>,
    /// Remarks that replace those of the lines.
    #[serde(default)]
    details: Vec<RemarkedLine>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemarkCredit {
    credit_note: Remarks,
}

pub async fn list(
    mut scope: Scope,
    of: CreditNotesQuery,
    query: ListQuery,
) -> Result<PageOf<CreditNote>> {
    let narrow = Where::all()
        .eq_some(CreditNote::CUSTOMER_ID, of.customer_id)
        .eq_some(CreditNote::INVOICE_ID, of.invoice_id);
    let page = scope.page::<CreditNote>(&query, narrow).await?;
    Ok(page.map(CreditNote::with_operations))
}

pub async fn get(mut scope: Scope, ById { id }: ById<CreditNoteId>) -> Result<OneCreditNote> {
    let note: CreditNote = scope.find(id).await?;
    load_related(&mut scope, note).await
}

pub async fn load_related(scope: &mut Scope, credit_note: CreditNote) -> Result<OneCreditNote> {
    let details = lines(scope, credit_note.id).await?;
    let mut notes = scope
        .all(Where::all().eq(CreditNoteNote::CREDIT_NOTE_ID, credit_note.id))
        .await?;
    Names::for_caller(scope)
        .await?
        .mask::<CreditNoteNote>(&mut notes);
    let invoices = scope
        .all(Where::all().eq(CreditNoteInvoice::CREDIT_NOTE_ID, credit_note.id))
        .await?;
    Ok(OneCreditNote {
        credit_note: WholeCreditNote {
            credit_note: credit_note.with_operations(),
            details,
            notes,
            invoices,
        },
    })
}

pub async fn lines(scope: &mut Scope, id: CreditNoteId) -> Result<Vec<CreditNoteDetail>> {
    scope
        .all(Where::all().eq(CreditNoteDetail::CREDIT_NOTE_ID, id))
        .await
}

pub async fn request(mut scope: Scope, sent: RequestCredit) -> Result<OneCreditNote> {
    let requested_id = sent.customer_id.or(scope.caller.customer());
    let requested_id =
        requested_id.ok_or_else(|| Error::invalid("customerId", message!("is required")))?;
    let customer = customers::load_billing(&mut scope, requested_id).await?.id;
    check_requests(&mut scope, customer).await?;
    // Serialises credits of an invoice, so its remainder is credited once.
    scope.lock::<Invoice>(sent.invoice_id).await?;
    let invoice = invoices::service::find(&mut scope, sent.invoice_id).await?;
    if !(1..=MAX_LINES).contains(&sent.details.len()) {
        return Err(Error::invalid(
            "details",
            message!("must be 1 to {max} lines", max = MAX_LINES),
        ));
    }
    let of_invoice: BTreeMap<InvoiceDetailId, InvoiceDetail> =
        invoices::service::load_details(&mut scope, invoice.id)
            .await?
            .into_iter()
            .map(|line| (line.id, line))
            .collect();
    if !sent
        .details
        .iter()
        .all(|line| of_invoice.contains_key(&line.invoice_detail_id))
    {
        return Err(Error::NotFound("The invoice's line"));
    }
    if invoice.customer_id != customer {
        return Err(Error::invalid(
            "invoiceId",
            message!("must be an invoice of this customer"),
        ));
    }
    if invoice.invoice_type.is_owed_to_agent() {
        return Err(NOTHING_TO_CREDIT.into());
    }
    if !invoice.status.can_be_credited() {
        return Err(NOTHING_TO_CREDIT.with_message(message!(
            "The invoice is {status}. Void an invoice that is not posted.",
            status = invoice.status
        )));
    }
    let credited = load_credited(&mut scope, invoice.id).await?;
    let errors = validate(&sent, &invoice, &of_invoice, &credited);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let credit_note = scope
        .create(New::<CreditNote> {
            credit_note_number: None,
            credit_note_date: None,
            customer_id: customer,
            invoice_id: invoice.id,
            invoice_number: invoice.invoice_number.clone(),
            currency: invoice.currency.clone(),
            amount: sent.amount,
            approved_amount: Decimal::ZERO,
            unapplied_amount: Decimal::ZERO,
            tax_exclusive_amount: Decimal::ZERO,
            tax: Decimal::ZERO,
            base_tax_exclusive_amount: Decimal::ZERO,
            base_tax: Decimal::ZERO,
            base_unapplied_amount: Decimal::ZERO,
            status: CreditNoteStatus::Requested,
            mail_state: None,
            creator_user_id: scope.caller.user(),
        })
        .await?;
    let mut details = Vec::with_capacity(sent.details.len());
    for line in sent.details {
        let Some(of) = of_invoice.get(&line.invoice_detail_id) else {
            continue;
        };
        details.push(New::<CreditNoteDetail> {
            credit_note_id: credit_note.id,
            invoice_detail_id: of.id,
            credit_note_detail_type: line.credit_note_detail_type.unwrap_or_default(),
            reference_no: of.reference_no.clone(),
            description: of.description.clone(),
            amount: line.amount,
            approved_amount: Decimal::ZERO,
            tax_exclusive_amount: Decimal::ZERO,
            tax: Decimal::ZERO,
            notes: line.note,
        });
    }
    scope.create_all(details).await?;
    write_remark(&mut scope, credit_note.id, sent.note).await?;
    let answer = load_related(&mut scope, credit_note).await?;
    scope.commit().await?;
    Ok(answer)
}

/// Limits a customer's user to the maximum of undecided requests.
async fn check_requests(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    if scope.caller.customer().is_none() {
        return Ok(());
    }
    let undecided = Where::all().eq(CreditNote::CUSTOMER_ID, customer).is_in(
        CreditNote::STATUS,
        states_that!(CreditNoteStatus, CreditNoteStatus::is_undecided),
    );
    match scope.count::<CreditNote>(undecided).await? < MAX_REQUESTS {
        true => Ok(()),
        false => Err(INVALID_CREDIT_NOTE_STATUS.with_message(message!(
            "You have {max} undecided credit notes. Wait for a decision, or delete some.",
            max = MAX_REQUESTS
        ))),
    }
}

/// Returns amounts by line in other credit notes, approved or undecided.
pub async fn load_credited(
    scope: &mut Scope,
    invoice: InvoiceId,
) -> Result<BTreeMap<InvoiceDetailId, Decimal>> {
    let notes: Vec<CreditNote> = scope
        .all(Where::all().eq(CreditNote::INVOICE_ID, invoice))
        .await?;
    let counted: BTreeMap<CreditNoteId, bool> = notes
        .into_iter()
        .filter(|note| note.status.is_effective())
        .map(|note| (note.id, note.credit_note_number.is_some()))
        .collect();
    let ids: Vec<CreditNoteId> = counted.keys().copied().collect();
    let lines: Vec<CreditNoteDetail> = scope
        .all(Where::all().is_in(CreditNoteDetail::CREDIT_NOTE_ID, &ids))
        .await?;
    let mut sums: BTreeMap<InvoiceDetailId, Decimal> = BTreeMap::new();
    for line in lines {
        let is_approved = counted
            .get(&line.credit_note_id)
            .copied()
            .unwrap_or_default();
        let amount = if is_approved {
            line.approved_amount
        } else {
            line.amount
        };
        *sums.entry(line.invoice_detail_id).or_default() += amount;
    }
    Ok(sums)
}

/// Returns every invalid field.
fn validate(
    sent: &RequestCredit,
    invoice: &Invoice,
    of_invoice: &BTreeMap<InvoiceDetailId, InvoiceDetail>,
    credited: &BTreeMap<InvoiceDetailId, Decimal>,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if sent.note.is_none() {
        errors.push(FieldError::new("note", message!("is required")));
    }
    let mut seen = BTreeSet::new();
    for (at, line) in sent.details.iter().enumerate() {
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(format!("details[{at}].{name}"), message))
        };
        let Some(of) = of_invoice.get(&line.invoice_detail_id) else {
            continue;
        };
        let before = credited.get(&of.id).copied().unwrap_or_default();
        if !seen.insert(of.id) {
            refuse("invoiceDetailId", message!("is a duplicate"));
        } else if money::round(line.amount, &invoice.currency) != line.amount {
            refuse(
                "amount",
                message!("has more digits after the point than the currency"),
            );
        } else if !credit_notes::rules::fits(of.amount, before, line.amount) {
            let left = (of.amount - before).normalize();
            refuse(
                "amount",
                message!(
                    "must be between 0 and {left}, the remaining amount of the line",
                    left = left
                ),
            );
        }
        match line.note.as_deref() {
            None => refuse("note", message!("is required")),
            note if too_long(note) => refuse(
                "note",
                message!("must be at most {max} characters", max = MAX_NOTE),
            ),
            Some(_) => {}
        }
    }
    if !errors.is_empty() {
        return errors;
    }
    let requested: Decimal = sent.details.iter().map(|line| line.amount).sum();
    let left = invoice.amount - credited.values().copied().sum::<Decimal>();
    if requested != sent.amount {
        let message = message!(
            "must be the sum of the lines, {sum}",
            sum = requested.normalize()
        );
        errors.push(FieldError::new("amount", message));
    } else if requested <= Decimal::ZERO || requested > left {
        let left = left.normalize();
        errors.push(FieldError::new(
            "amount",
            message!("must be more than 0 and at most {max}", max = left),
        ));
    }
    if too_long(sent.note.as_deref()) {
        errors.push(FieldError::new(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        ));
    }
    errors
}

pub fn too_long(note: Option<&str>) -> bool {
    note.is_some_and(|note| note.chars().count() > MAX_NOTE)
}

pub async fn write_remark(
    scope: &mut Scope,
    credit_note: CreditNoteId,
    note: Option<String>,
) -> Result<()> {
    let Some(note) = note.filter(|note| !note.trim().is_empty()) else {
        return Ok(());
    };
    let remark = CreditNoteNote::by_caller(scope, credit_note, note);
    scope.create(remark).await?;
    Ok(())
}

/// Returns every invalid field.
fn validate_remarks(sent: &Remarks) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let lines = sent.details.iter();
    let mut texts = lines
        .map(|line| line.note.as_deref())
        .chain([sent.note.as_deref()]);
    if texts.any(too_long) {
        errors.push(FieldError::new(
            "creditNote.note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        ));
    }
    if sent.details.len() > MAX_LINES {
        errors.push(FieldError::new(
            "creditNote.details",
            message!("must be at most {max} entries", max = MAX_LINES),
        ));
    }
    let mut seen = BTreeSet::new();
    for (at, line) in sent.details.iter().enumerate() {
        if !seen.insert(line.id) {
            errors.push(FieldError::new(
                format!("creditNote.details[{at}].id"),
                message!("is a duplicate"),
            ));
        }
    }
    errors
}

/// Customers' users can edit remarks only before a decision.
pub async fn update_notes(
    mut scope: Scope,
    RemarkCredit { credit_note: sent }: RemarkCredit,
) -> Result<OneCreditNote> {
    let errors = validate_remarks(&sent);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    let note: CreditNote = scope.find(sent.id).await?;
    let mut details = lines(&mut scope, note.id).await?;
    if !sent
        .details
        .iter()
        .all(|line| details.iter().any(|own| own.id == line.id))
    {
        return Err(Error::NotFound("The credit note's line"));
    }
    let is_undecided = note.status.is_undecided();
    if !sent.details.is_empty() && !is_undecided && scope.caller.customer().is_some() {
        return Err(INVALID_CREDIT_NOTE_STATUS.with_message(message!(
            "The credit note is {status}: the remarks of its lines stay.",
            status = note.status
        )));
    }
    let remarks = Where::all().eq(CreditNoteNote::CREDIT_NOTE_ID, note.id);
    if sent.note.is_some() && scope.count::<CreditNoteNote>(remarks).await? >= MAX_REMARKS {
        let says = message!(
            "can't be added: a credit note has at most {max} remarks",
            max = MAX_REMARKS
        );
        return Err(Error::invalid("creditNote.note", says));
    }
    for line in sent.details {
        if let Some(own) = details.iter_mut().find(|own| own.id == line.id) {
            own.notes = line.note;
            scope.update(own).await?;
        }
    }
    write_remark(&mut scope, note.id, sent.note).await?;
    let answer = load_related(&mut scope, note).await?;
    scope.commit().await?;
    Ok(answer)
}

/// Withdraws an unreviewed request.
pub async fn delete(mut scope: Scope, ById { id }: ById<CreditNoteId>) -> Result<Empty> {
    // An approval under way ends first.
    scope.lock::<CreditNote>(id).await?;
    let note: CreditNote = scope.find(id).await?;
    if note.status != CreditNoteStatus::Requested {
        return Err(INVALID_CREDIT_NOTE_STATUS.with_message(message!(
            "The credit note is {status}: it can be deleted while it is only requested.",
            status = note.status
        )));
    }
    scope.delete::<CreditNote>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}
