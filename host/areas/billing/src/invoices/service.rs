//! Lists and details of invoices.

use bookings::BOOKING_VIEW_COST;
use chrono::NaiveDate;
use data::{
    ById, ListQuery, PageOf, Result, Scope, Where, ids::CustomerId, life_cycle::Operation as _,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tenancy::staff_names::Names;

use crate::invoices::terms::terms;
use crate::{
    allocations::model::PaymentInvoice,
    credit_notes::model::{CreditNote, CreditNoteId},
    invoices::{
        self,
        model::{Invoice, InvoiceDetail, InvoiceHistory, InvoiceId},
    },
    values::{CreditNoteStatus, InvoiceOperation},
};

/// One customer's invoices. Default: all visible to the caller.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoicesQuery {
    customer_id: Option<CustomerId>,
}

/// An invoice with its related rows.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WholeInvoice {
    #[serde(flatten)]
    invoice: Invoice,
    invoice_details: Vec<InvoiceDetail>,
    invoice_payments: Vec<PaymentInvoice>,
    credit_notes: Vec<InvoiceCreditNote>,
    invoice_history: Vec<InvoiceHistory>,
}

#[data::wire]
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InvoiceCreditNote {
    credit_note_id: CreditNoteId,
    credit_note_number: Option<String>,
    amount: Decimal,
    approved_amount: Decimal,
    status: CreditNoteStatus,
}

impl From<CreditNote> for InvoiceCreditNote {
    fn from(note: CreditNote) -> Self {
        Self {
            credit_note_id: note.id,
            credit_note_number: note.credit_note_number,
            amount: note.amount,
            approved_amount: note.approved_amount,
            status: note.status,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneInvoice {
    pub invoice: WholeInvoice,
}

pub async fn list(
    mut scope: Scope,
    filter: InvoicesQuery,
    query: ListQuery,
) -> Result<PageOf<Invoice>> {
    let today = terms(&scope).await?.today;
    let narrow = visible_invoices(&scope).eq_some(Invoice::CUSTOMER_ID, filter.customer_id);
    let page = scope.page::<Invoice>(&query, narrow).await?;
    Ok(page.map(|invoice| redact(&scope, invoice, today)))
}

pub async fn get(mut scope: Scope, ById { id }: ById<InvoiceId>) -> Result<OneInvoice> {
    let invoice = find(&mut scope, id).await?;
    Ok(OneInvoice {
        invoice: load_related(&mut scope, invoice).await?,
    })
}

/// Customers' users see numbered invoices only: drafts are internal.
fn visible_invoices(scope: &Scope) -> Where<Invoice> {
    match scope.caller.customer() {
        None => Where::all(),
        Some(_) => Where::all().is_not_null(Invoice::INVOICE_NUMBER),
    }
}

/// Invisible invoices are "not found".
pub async fn find(scope: &mut Scope, id: InvoiceId) -> Result<Invoice> {
    let narrow = visible_invoices(scope).eq(Invoice::ID, id);
    scope
        .first(narrow)
        .await?
        .ok_or(data::Error::NotFound("The invoice"))
}

pub async fn load_details(scope: &mut Scope, invoice: InvoiceId) -> Result<Vec<InvoiceDetail>> {
    scope
        .all(Where::all().eq(InvoiceDetail::INVOICE_ID, invoice))
        .await
}

/// Loads lines and history, filtered for the caller.
pub async fn load_related(scope: &mut Scope, invoice: Invoice) -> Result<WholeInvoice> {
    let today = terms(scope).await?.today;
    let invoice_details = load_details(scope, invoice.id).await?;
    let invoice_payments = scope
        .all(Where::all().eq(PaymentInvoice::INVOICE_ID, invoice.id))
        .await?;
    let notes: Vec<CreditNote> = scope
        .all(Where::all().eq(CreditNote::INVOICE_ID, invoice.id))
        .await?;
    let credit_notes = notes.into_iter().map(InvoiceCreditNote::from).collect();
    let mut invoice_history = scope
        .all(Where::all().eq(InvoiceHistory::INVOICE_ID, invoice.id))
        .await?;
    Names::for_caller(scope)
        .await?
        .mask::<InvoiceHistory>(&mut invoice_history);
    let invoice = redact(scope, invoice, today);
    Ok(WholeInvoice {
        invoice,
        invoice_details,
        invoice_payments,
        credit_notes,
        invoice_history,
    })
}

/// Hides carrier costs from callers without permission and from customers' users.
fn redact(scope: &Scope, mut invoice: Invoice, today: NaiveDate) -> Invoice {
    if !scope.can(BOOKING_VIEW_COST) || scope.caller.customer().is_some() {
        invoice.ad_hoc = invoice.ad_hoc.map(|ad_hoc| ad_hoc.without_costs());
    }
    let (status, outstanding) = (invoice.status, invoice.outstanding_amount);
    invoice.is_overdue = invoices::status::is_overdue(status, outstanding, invoice.due_date, today);
    invoice.allowed_operations = InvoiceOperation::list_allowed(status);
    invoice
}
