//! Emails of credit notes, with PDF and a valid e-invoice.

use data::{FieldMessage, Result, Scope, Where, message};
use ledger::access::CREDIT_NOTES_PROCESS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::{EmailChange, EmailState, MailedRecord};
use work::{
    event::Listener,
    mail::{Attachment, Person, Template},
};

use crate::credit_notes::service::write_remark;
use crate::{
    credit_notes::{
        download::{CreditNoteFormat, load_parts, render},
        model::{CreditNote, CreditNoteId, CreditNoteNote},
        rules::INVALID_CREDIT_NOTE_STATUS,
    },
    document_emails, e_invoices,
    invoices::download::invoice::format_amount,
    values::CreditNoteStatus,
};

/// Name of a credit note in the record of changes.
const ENTITY: &str = "CreditNote";

pub const CREDIT_NOTE: Template = Template {
    name: "credit-note",
    subject: "Credit note {{ number }} from {{ brand }}",
    text: include_str!("../mail/credit_note.txt"),
};

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendCreditNote {
    id: CreditNoteId,
    /// Default: the customer's address.
    email_address: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentCreditNote {
    id: CreditNoteId,
    email_address: String,
    /// Missing requirements of an e-invoice, which is then not attached.
    warnings: Vec<FieldMessage>,
}

pub async fn send(mut scope: Scope, sent: SendCreditNote) -> Result<SentCreditNote> {
    let note: CreditNote = scope.find(sent.id).await?;
    if note.status == CreditNoteStatus::Voided || note.credit_note_number.is_none() {
        return Err(INVALID_CREDIT_NOTE_STATUS.with_message(message!(
            "The credit note is {status}. You can email it once it is approved.",
            status = note.status
        )));
    }
    let mut parts = load_parts(&mut scope, note).await?;
    parts.invoice =
        e_invoices::requirements::with_business_numbers(&mut scope, parts.invoice).await?;
    let (note, customer) = (&parts.note, &parts.invoice.customer);
    let address = document_emails::choose_address(sent.email_address, customer.email.as_ref())?;
    let mut attachments = Vec::new();
    let missing = e_invoices::requirements::check(
        &parts.invoice,
        parts.invoice_details.iter().map(|line| line.tax_percent),
    );
    let formats = [CreditNoteFormat::Pdf, CreditNoteFormat::Ubl];
    for format in formats
        .into_iter()
        .take(if missing.is_empty() { 2 } else { 1 })
    {
        let file = render(&parts, format)?;
        let media_type = file.media_type.to_owned();
        attachments.push(Attachment {
            name: file.name,
            media_type,
            content: file.content,
        });
    }
    document_emails::check_size(&attachments, INVALID_CREDIT_NOTE_STATUS)?;
    let values = json!({
        "number": note.credit_note_number,
        "customer": customer.name(),
        "invoice": parts.invoice.display_name(),
        "amount": format!("{} {}", format_amount(note.approved_amount, &note.currency), note.currency),
    });
    let to = Person::new(customer.name(), address.clone());
    let id = note.id;
    let mut note: CreditNote = scope.find(id).await?;
    note.mail_state = Some(EmailState::Queued);
    scope.update(&mut note).await?;
    write_remark(
        &mut scope,
        id,
        Some(format!("Email to {address} is waiting to be sent")),
    )
    .await?;
    let record = MailedRecord::new(ENTITY, id.0, CREDIT_NOTE.name, CREDIT_NOTES_PROCESS);
    document_emails::queue(&mut scope, &CREDIT_NOTE, &values, to, attachments, record).await?;
    scope.commit().await?;
    let warnings = missing.into_iter().map(FieldMessage::from).collect();
    Ok(SentCreditNote {
        id,
        email_address: address,
        warnings,
    })
}

/// Copies an email's delivery to its credit note.
pub fn listener() -> Listener {
    tenancy::delivery_listener("finance.credit-note-on-email", ENTITY, on_email_changed)
}

async fn on_email_changed(mut scope: Scope, change: EmailChange, is_latest: bool) -> Result<()> {
    let id = CreditNoteId(change.record_id);
    scope.lock::<CreditNote>(id).await?;
    let Some(mut note) = scope.first::<CreditNote>(Where::id(id)).await? else {
        return Ok(());
    };
    if is_latest {
        note.mail_state = Some(change.state);
        scope.update(&mut note).await?;
    }
    let address = change.recipient;
    let remark = match change.state {
        EmailState::Sent => format!("Email sent to {address}"),
        EmailState::Failed => format!("Email to {address} could not be sent"),
        EmailState::Queued | EmailState::Unknown => {
            format!("Email to {address} is waiting to be sent")
        }
    };
    let same = Where::all()
        .eq(CreditNoteNote::CREDIT_NOTE_ID, id)
        .eq(CreditNoteNote::NOTE, remark.as_str());
    let line = CreditNoteNote::by_caller(&scope, id, remark);
    let created = CreditNoteNote::CREATION_TIME;
    document_emails::write_history_once(&mut scope, same, created, change.time, line).await?;
    scope.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_email_renders() {
        let values = json!({"number": "CN000001", "customer": "Bluegum Wines", "invoice": "INV000007", "amount": "22.00 AUD"});
        let content = document_emails::templates()
            .unwrap()
            .render(CREDIT_NOTE.name, "Blue & Co", &values)
            .unwrap();
        assert_eq!(content.subject, "Credit note CN000001 from Blue & Co");
        assert!(
            content.text.contains("INV000007") && !content.text.contains('{'),
            "{}",
            content.text
        );
    }
}
