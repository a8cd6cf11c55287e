//! Emails of invoices, with PDF and a valid e-invoice.

use data::{FieldMessage, Result, Scope, Where, message};
use ledger::access::INVOICES_CREATE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::{EmailChange, EmailState, MailedRecord};
use work::{
    event::Listener,
    mail::{Attachment, Person, Template},
};

use crate::invoices::{self, draft::write_history};
use crate::{
    document_emails, e_invoices,
    invoices::{
        download::InvoiceFormat,
        model::{Invoice, InvoiceHistory, InvoiceId},
        status::INVALID_INVOICE_STATUS,
    },
    values::InvoiceEvent,
};

/// Name of an invoice in the record of changes.
const ENTITY: &str = "Invoice";

pub const INVOICE: Template = Template {
    name: "invoice",
    subject: "Invoice {{ number }} from {{ brand }}",
    text: include_str!("../mail/invoice.txt"),
};

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendInvoice {
    id: InvoiceId,
    /// Default: the customer's address.
    email_address: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentInvoice {
    id: InvoiceId,
    email_address: String,
    /// Missing requirements of an e-invoice, which is then not attached.
    warnings: Vec<FieldMessage>,
}

pub async fn send(mut scope: Scope, sent: SendInvoice) -> Result<SentInvoice> {
    let mut invoice: Invoice = scope.find(sent.id).await?;
    if !invoice.status.is_issued() {
        return Err(INVALID_INVOICE_STATUS.with_message(message!(
            "The invoice is {status}: close it first.",
            status = invoice.status
        )));
    }
    let address =
        document_emails::choose_address(sent.email_address, invoice.customer.email.as_ref())?;
    let details = invoices::service::load_details(&mut scope, invoice.id).await?;
    let parts = invoices::download::print::load_parts(&mut scope, &details).await?;
    let mut attachments = Vec::new();
    let e_invoice =
        e_invoices::requirements::with_business_numbers(&mut scope, invoice.clone()).await?;
    let missing =
        e_invoices::requirements::check(&e_invoice, details.iter().map(|line| line.tax_percent));
    let formats = [
        (&invoice, InvoiceFormat::Pdf),
        (&e_invoice, InvoiceFormat::Ubl),
    ];
    for (invoice, format) in formats
        .into_iter()
        .take(if missing.is_empty() { 2 } else { 1 })
    {
        let file = invoices::download::render(invoice, &details, &parts, format)?;
        let media_type = file.media_type.to_owned();
        attachments.push(Attachment {
            name: file.name,
            media_type,
            content: file.content,
        });
    }
    document_emails::check_size(&attachments, INVALID_INVOICE_STATUS)?;
    let values = json!({
        "number": invoice.display_name(),
        "customer": invoice.customer.name(),
        "amount": format!("{} {}", invoice.outstanding_amount.normalize(), invoice.currency),
        "date": invoice.invoice_date.to_string(),
        "due": invoice.due_date.to_string(),
    });
    invoice.mail_state = Some(EmailState::Queued);
    scope.update(&mut invoice).await?;
    write_history(
        &mut scope,
        invoice.id,
        InvoiceEvent::MailQueued,
        Some(address.clone()),
    )
    .await?;
    let to = Person::new(invoice.customer.name(), address.clone());
    let record = MailedRecord::new(ENTITY, invoice.id.0, INVOICE.name, INVOICES_CREATE);
    document_emails::queue(&mut scope, &INVOICE, &values, to, attachments, record).await?;
    scope.commit().await?;
    let warnings = missing.into_iter().map(FieldMessage::from).collect();
    Ok(SentInvoice {
        id: invoice.id,
        email_address: address,
        warnings,
    })
}

/// Copies an email's delivery to its invoice.
pub fn listener() -> Listener {
    tenancy::delivery_listener("finance.invoice-on-email", ENTITY, on_email_changed)
}

async fn on_email_changed(mut scope: Scope, change: EmailChange, is_latest: bool) -> Result<()> {
    let id = InvoiceId(change.record_id);
    scope.lock::<Invoice>(id).await?;
    let Some(mut invoice) = scope.first::<Invoice>(Where::id(id)).await? else {
        return Ok(());
    };
    if is_latest {
        invoice.mail_state = Some(change.state);
    }
    if change.state == EmailState::Sent {
        invoice.mailed_time = Some(change.time);
    }
    scope.update(&mut invoice).await?;
    let event = match change.state {
        EmailState::Sent => InvoiceEvent::Mailed,
        EmailState::Failed => InvoiceEvent::MailFailed,
        EmailState::Queued | EmailState::Unknown => InvoiceEvent::MailQueued,
    };
    let same = Where::all()
        .eq(InvoiceHistory::INVOICE_ID, id)
        .eq(InvoiceHistory::OPERATION, event)
        .eq(InvoiceHistory::COMMENT, change.recipient.as_str());
    let line = InvoiceHistory::by_caller(&scope, id, event, Some(change.recipient));
    let created = InvoiceHistory::CREATION_TIME;
    document_emails::write_history_once(&mut scope, same, created, change.time, line).await?;
    scope.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_email_renders() {
        let values = json!({"number": "INV000001", "customer": "Bluegum Wines", "amount": "110 AUD",
            "date": "2026-03-02", "due": "2026-03-16"});
        let content = document_emails::templates()
            .unwrap()
            .render(INVOICE.name, "Blue & Co", &values)
            .unwrap();
        assert_eq!(content.subject, "Invoice INV000001 from Blue & Co");
        assert!(
            content.text.contains("110 AUD") && !content.text.contains('{'),
            "{}",
            content.text
        );
    }
}
