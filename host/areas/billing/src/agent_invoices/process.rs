//! Operations on invoices for suppliers, each in a separate transaction.

use std::collections::BTreeSet;

use data::{Error, Outcome, Result, Scope, db::Mode, message, message::TranslatableMessage};
use ledger::input_rules::MAX_NOTE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    agent_invoices::{
        model::{
            AgentInvoice, AgentInvoiceId, AgentInvoiceOperation, AgentInvoiceStatus, AgentSupplier,
        },
        rules::{self, NOT_INVOICED},
    },
    input_rules::MAX_IDS,
    invoices::terms::{Terms, terms},
    number_series::{self, model::SeriesKind},
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

/// Result for one invoice.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProcessedAgentInvoice {
    id: AgentInvoiceId,
    success: bool,
    status: Option<AgentInvoiceStatus>,
    invoice_number: Option<String>,
    /// Reason for the rejection.
    error: Option<TranslatableMessage>,
}

#[derive(Serialize, JsonSchema)]
pub struct ProcessedAgentInvoices {
    results: Vec<ProcessedAgentInvoice>,
}

impl From<Outcome<AgentInvoiceId, AgentInvoice>> for ProcessedAgentInvoice {
    fn from(outcome: Outcome<AgentInvoiceId, AgentInvoice>) -> Self {
        let (id, invoice, error) = outcome.into_parts();
        Self {
            id,
            success: invoice.is_some(),
            status: invoice.as_ref().map(|invoice| invoice.status),
            invoice_number: invoice.and_then(|invoice| invoice.invoice_number),
            error,
        }
    }
}

pub async fn process(scope: Scope, sent: ProcessAgentInvoices) -> Result<ProcessedAgentInvoices> {
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
    let mut seen = BTreeSet::new();
    let mut results = Vec::new();
    for id in sent.ids.iter().copied().filter(|id| seen.insert(*id)) {
        let mut transaction = scope.sibling(Mode::Write);
        let done = process_one(&mut transaction, id, &sent, &terms).await;
        let outcome = Outcome::unless_internal(id, done)?;
        // A single unknown id is a 404.
        if let (Err(Error::NotFound(thing)), 1) = (&outcome.result, sent.ids.len()) {
            return Err(Error::NotFound(thing));
        }
        results.push(outcome.into());
    }
    Ok(ProcessedAgentInvoices { results })
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
        AgentInvoiceOperation::Close => close(scope, &mut invoice, terms).await?,
        AgentInvoiceOperation::Approve => {}
        AgentInvoiceOperation::Pay => invoice.paid_date = Some(terms.today),
        AgentInvoiceOperation::Void => {
            let jobs = invoice.lines.iter().map(|line| line.job_id).collect();
            jobs::take_off_agent_invoice(scope, id.0, jobs).await?;
        }
    }
    scope.update(&mut invoice).await?;
    scope.commit().await?;
    Ok(invoice)
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
