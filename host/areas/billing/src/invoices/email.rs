//! Emails of invoices, with PDF and a valid e-invoice.

use std::sync::LazyLock;

use data::{Error, FieldMessage, Result, Scope, Where, email::is_email, message};
use ledger::access::INVOICES_CREATE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::{EmailChange, EmailState, MailedRecord};
use work::mail::{Attachment, MAX_ATTACHMENT_BYTES, MailMessage, Person, Template, Templates};

use crate::invoices::{self, draft::write_history};
use crate::{
    e_invoices,
    invoices::{
        download::InvoiceFormat,
        model::{Invoice, InvoiceId},
        status::INVALID_INVOICE_STATUS,
    },
    values::InvoiceEvent,
};

/// Name of an invoice in the record of changes.
const ENTITY: &str = "Invoice";

const INVOICE: Template = Template {
    name: "invoice",
    subject: "Invoice {{ number }} from {{ brand }}",
    text: include_str!("../mail/invoice.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[INVOICE]).map_err(|error| format!("{error:#}")));

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
    let address = sent
        .email_address
        .or_else(|| invoice.customer.email.clone())
        .unwrap_or_default();
    if !is_email(&address) {
        let message = message!("must be an email address such as name@example.com");
        return Err(Error::invalid("emailAddress", message));
    }
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
    if attachments
        .iter()
        .map(|attachment| attachment.content.len())
        .sum::<usize>()
        > MAX_ATTACHMENT_BYTES
    {
        return Err(INVALID_INVOICE_STATUS.with_message(message!(
            "The invoice is too large for an email. Download it instead."
        )));
    }
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let values = json!({
        "number": invoice.display_name(),
        "customer": invoice.customer.name(),
        "amount": format!("{} {}", invoice.outstanding_amount.normalize(), invoice.currency),
        "date": invoice.invoice_date.to_string(),
        "due": invoice.due_date.to_string(),
    });
    let templates = TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
    let content = templates.render(INVOICE.name, &tenant.name, &values)?;
    let to = vec![Person::new(invoice.customer.name(), address.clone())];
    invoice.mail_state = Some(EmailState::Queued);
    scope.update(&mut invoice).await?;
    write_history(
        &mut scope,
        invoice.id,
        InvoiceEvent::MailQueued,
        Some(address.clone()),
    )
    .await?;
    tenancy::queue_mail_about(
        &mut scope,
        MailMessage {
            to,
            content,
            attachments,
            ..MailMessage::default()
        },
        MailedRecord::new(ENTITY, invoice.id.0, INVOICE.name, INVOICES_CREATE),
    )
    .await?;
    scope.commit().await?;
    let warnings = missing.into_iter().map(FieldMessage::from).collect();
    Ok(SentInvoice {
        id: invoice.id,
        email_address: address,
        warnings,
    })
}

/// Copies an email's delivery to its invoice.
pub async fn on_email_changed(mut scope: Scope, change: EmailChange) -> Result<()> {
    if !change.is_about(ENTITY) {
        return Ok(());
    }
    let id = InvoiceId(change.record_id);
    let Some(mut invoice) = scope.first::<Invoice>(Where::id(id)).await? else {
        return Ok(());
    };
    invoice.mail_state = Some(change.state);
    if change.state == EmailState::Sent {
        invoice.mailed_time = Some(change.time);
    }
    scope.update(&mut invoice).await?;
    let event = match change.state {
        EmailState::Sent => InvoiceEvent::Mailed,
        EmailState::Failed => InvoiceEvent::MailFailed,
        EmailState::Queued | EmailState::Unknown => InvoiceEvent::MailQueued,
    };
    write_history(&mut scope, id, event, Some(change.recipient)).await?;
    scope.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_email_renders() {
        let values = json!({"number": "INV000001", "customer": "Bluegum Wines", "amount": "110 AUD",
            "date": "2026-03-02", "due": "2026-03-16"});
        let content = TEMPLATES
            .as_ref()
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
