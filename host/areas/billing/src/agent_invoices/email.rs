//! Emails of invoices for suppliers, with the PDF.

use data::{Result, Scope, Where, message};
use ledger::access::INVOICES_CREATE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::{EmailChange, EmailState, MailedRecord};
use work::{
    event::Listener,
    mail::{Attachment, Person, Template},
};

use crate::{
    agent_invoices::{
        download,
        model::{AgentInvoice, AgentInvoiceId},
    },
    document_emails,
    invoices::{download::invoice::format_amount, status::INVALID_INVOICE_STATUS},
};

/// Name of an invoice for a supplier in the record of changes.
const ENTITY: &str = "AgentInvoice";

pub const AGENT_INVOICE: Template = Template {
    name: "agent-invoice",
    subject: "Invoice {{ number }} for your work for {{ brand }}",
    text: include_str!("../mail/agent_invoice.txt"),
};

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendAgentInvoice {
    id: AgentInvoiceId,
    /// Default: the driver's address.
    email_address: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentAgentInvoice {
    id: AgentInvoiceId,
    email_address: String,
}

pub async fn send(mut scope: Scope, sent: SendAgentInvoice) -> Result<SentAgentInvoice> {
    let invoice: AgentInvoice = scope.find(sent.id).await?;
    if !invoice.status.is_issued() {
        return Err(INVALID_INVOICE_STATUS.with_message(message!(
            "The invoice is {status}. Only a closed, approved or paid one can be emailed.",
            status = invoice.status
        )));
    }
    let own = invoice.supplier.email.as_ref();
    let address = document_emails::choose_address(sent.email_address, own)?;
    let (name, content) = download::draw(&mut scope, &invoice).await?;
    let attachments = vec![Attachment {
        name,
        media_type: "application/pdf".to_owned(),
        content,
    }];
    document_emails::check_size(&attachments, INVALID_INVOICE_STATUS)?;
    let values = json!({
        "number": invoice.display_name(),
        "driver": invoice.supplier.name,
        "date": invoice.invoice_date.to_string(),
        "from": invoice.period_start.to_string(),
        "to": invoice.period_end.to_string(),
        "amount": format!("{} {}", format_amount(invoice.amount, &invoice.currency), invoice.currency),
    });
    // A change while the document was drawn stays.
    scope.lock::<AgentInvoice>(sent.id).await?;
    let mut invoice: AgentInvoice = scope.find(sent.id).await?;
    if !invoice.status.is_issued() {
        return Err(data::Error::Conflict);
    }
    invoice.mail_state = Some(EmailState::Queued);
    scope.update(&mut invoice).await?;
    let to = Person::new(invoice.supplier.trading_name(), address.clone());
    let record = MailedRecord::new(ENTITY, invoice.id.0, AGENT_INVOICE.name, INVOICES_CREATE);
    document_emails::queue(&mut scope, &AGENT_INVOICE, &values, to, attachments, record).await?;
    scope.commit().await?;
    Ok(SentAgentInvoice {
        id: invoice.id,
        email_address: address,
    })
}

/// Copies an email's delivery to its invoice.
pub fn listener() -> Listener {
    tenancy::delivery_listener("finance.agent-invoice-on-email", ENTITY, on_email_changed)
}

async fn on_email_changed(mut scope: Scope, change: EmailChange, is_latest: bool) -> Result<()> {
    let id = AgentInvoiceId(change.record_id);
    let Some(mut invoice) = scope.first::<AgentInvoice>(Where::id(id)).await? else {
        return Ok(());
    };
    if !is_latest {
        return Ok(());
    }
    invoice.mail_state = Some(change.state);
    if change.state == EmailState::Sent {
        invoice.mailed_time = Some(change.time);
    }
    scope.update(&mut invoice).await?;
    scope.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_email_renders() {
        let values = json!({"number": "RCTI000001", "driver": "Ann Lee", "amount": "195.90 AUD",
            "date": "2026-03-02", "from": "2026-02-01", "to": "2026-02-28"});
        let content = document_emails::templates()
            .unwrap()
            .render(AGENT_INVOICE.name, "Blue & Co", &values)
            .unwrap();
        assert_eq!(
            content.subject,
            "Invoice RCTI000001 for your work for Blue & Co"
        );
        assert!(
            content.text.contains("195.90 AUD") && !content.text.contains('{'),
            "{}",
            content.text
        );
    }
}
