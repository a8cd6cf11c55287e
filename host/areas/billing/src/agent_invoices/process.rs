//! Operations on invoices for suppliers, each in a separate transaction.

use data::{Bulk, Error, Result, Scope, db::Mode, message};
use ledger::{entries::NewEntry, input_rules::MAX_NOTE};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    agent_invoices::{
        model::{
            AgentInvoice, AgentInvoiceId, AgentInvoiceOperation, AgentInvoiceStatus, AgentSupplier,
        },
        rules::{self, NOT_INVOICED},
    },
    input_rules::MAX_IDS,
    invoices::terms::{Terms, terms},
    ledger_entries,
    number_series::{self, model::SeriesKind},
    processed::{Processable, Processed},
};

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessAgentInvoices {
    operation: AgentInvoiceOperation,
    /// At most 1000.
    ids: Vec<AgentInvoiceId>,
    /// Replaces the invoices' notes.
    note: Option<String>,
}

impl Processable for AgentInvoice {
    type Id = AgentInvoiceId;
    type Status = AgentInvoiceStatus;

    fn into_result(self) -> (AgentInvoiceStatus, Option<String>) {
        (self.status, self.invoice_number)
    }
}

pub async fn process(
    scope: Scope,
    sent: ProcessAgentInvoices,
) -> Result<Vec<Processed<AgentInvoice>>> {
    if !(1..=MAX_IDS).contains(&sent.ids.len()) {
        return Err(Error::invalid(
            "ids",
            message!("must be 1 to {max} invoices", max = MAX_IDS),
        ));
    }
    let note = sent.note.as_deref().unwrap_or_default();
    if note.chars().count() > MAX_NOTE {
        return Err(Error::invalid(
            "note",
            message!("must be at most {max} characters", max = MAX_NOTE),
        ));
    }
    let terms = terms(&scope).await?;
    let mut bulk = Bulk::new(sent.ids.clone());
    while let Some(id) = bulk.next_item() {
        let mut transaction = scope.sibling(Mode::Write);
        let done = process_one(&mut transaction, id, &sent, &terms).await;
        bulk.add(&mut transaction, id, done)?;
    }
    Ok(bulk.into_results())
}

async fn process_one(
    scope: &mut Scope,
    id: AgentInvoiceId,
    sent: &ProcessAgentInvoices,
    terms: &Terms,
) -> Result<AgentInvoice> {
    scope.lock::<AgentInvoice>(id).await?;
    let mut invoice: AgentInvoice = scope.find(id).await?;
    invoice.status = rules::next_status(sent.operation, invoice.status)?;
    if sent.note.is_some() {
        invoice.notes.clone_from(&sent.note);
    }
    match sent.operation {
        AgentInvoiceOperation::Close => {
            close(scope, &mut invoice, terms).await?;
            post(scope, "invoiceDate", ledger_entries::agent_closed(&invoice)).await?;
        }
        AgentInvoiceOperation::Approve => {}
        AgentInvoiceOperation::Pay => {
            invoice.paid_date = Some(terms.today);
            post(scope, "paidDate", ledger_entries::agent_paid(&invoice)).await?;
        }
        AgentInvoiceOperation::Void => {
            let jobs = invoice.lines.iter().map(|line| line.job_id).collect();
            jobs::take_off_agent_invoice(scope, id.0, jobs).await?;
            // A draft was never owed.
            if invoice.invoice_number.is_some() {
                let entry = ledger_entries::agent_voided(&invoice, terms.today);
                post(scope, "operation", entry).await?;
            }
        }
    }
    scope.update(&mut invoice).await?;
    scope.commit().await?;
    Ok(invoice)
}

async fn post(scope: &mut Scope, member: &str, entry: NewEntry) -> Result<()> {
    ledger::entries::post_entries(scope, member, vec![entry]).await
}

/// Assigns the number, and copies both sides as they are now. Locks the series until the
/// transaction ends; a rollback returns the number.
async fn close(scope: &mut Scope, invoice: &mut AgentInvoice, terms: &Terms) -> Result<()> {
    let mut suppliers = drivers::load_suppliers(scope, &[invoice.driver_id]).await?;
    if let Some(supplier) = suppliers.remove(&invoice.driver_id) {
        let supplier = AgentSupplier::from(&supplier);
        if supplier.is_gst_registered != invoice.supplier.is_gst_registered {
            return Err(NOT_INVOICED.with_message(message!(
                "The GST registration of {driver} has changed: void this invoice and run it again.",
                driver = supplier.name
            )));
        }
        if let Some(obstacle) = rules::find_obstacle(&supplier, &terms.country_code) {
            return Err(NOT_INVOICED.with_message(obstacle));
        }
        invoice.supplier = supplier;
    }
    invoice.recipient = terms.seller.clone();
    let numbers = number_series::service::load_numbers(scope, SeriesKind::AgentInvoice).await?;
    if let Some(taken) = numbers
        .assign_next(scope, invoice.invoice_date, None)
        .await?
    {
        invoice.invoice_number = Some(taken.number.clone());
        taken.link_document(scope, invoice.id.0).await?;
    }
    Ok(())
}
