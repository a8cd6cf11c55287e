//! Emails that carry a document: address, size, queueing, and history of their delivery.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use data::{Error, NewRecord, Refusal, Result, Scope, Where, db::Column, email::is_email, message};
use serde_json::Value;
use tenancy::MailedRecord;
use work::mail::{Attachment, MAX_ATTACHMENT_BYTES, MailMessage, Person, Template, Templates};

use crate::{agent_invoices, credit_notes, invoices};

static TEMPLATES: LazyLock<Result<Templates, String>> = LazyLock::new(|| {
    let templates = [
        invoices::email::INVOICE,
        credit_notes::email::CREDIT_NOTE,
        agent_invoices::email::AGENT_INVOICE,
    ];
    Templates::new(&templates).map_err(|error| format!("{error:#}"))
});

pub fn templates() -> Result<&'static Templates> {
    TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))
}

/// Returns the given address, or the recipient's own.
pub fn choose_address(given: Option<String>, own: Option<&String>) -> Result<String> {
    let address = given.or_else(|| own.cloned()).unwrap_or_default();
    match is_email(&address) {
        true => Ok(address),
        false => Err(Error::invalid(
            "emailAddress",
            message!("must be an email address such as name@example.com"),
        )),
    }
}

pub fn check_size(attachments: &[Attachment], refusal: Refusal) -> Result<()> {
    let sizes = attachments.iter().map(|it| it.content.len());
    match sizes.sum::<usize>() > MAX_ATTACHMENT_BYTES {
        false => Ok(()),
        true => Err(refusal.with_message(message!(
            "The document is too large for an email. Download it instead."
        ))),
    }
}

/// Queues an email about a record in the transaction.
pub async fn queue(
    scope: &mut Scope,
    template: &Template,
    values: &Value,
    to: Person,
    attachments: Vec<Attachment>,
    record: MailedRecord,
) -> Result<()> {
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let message = MailMessage {
        to: vec![to],
        content: templates()?.render(template.name, &tenant.name, values)?,
        attachments,
        ..MailMessage::default()
    };
    tenancy::queue_mail_about(scope, message, record).await
}

/// Adds a delivery's line to a record's history, at the time of the delivery. `same` are the
/// record's equal lines: one of that time is this one, as a listener may run more than once.
pub async fn write_history_once<N: NewRecord>(
    scope: &mut Scope,
    same: Where<N::Record>,
    creation_time: Column<N::Record, DateTime<Utc>>,
    time: DateTime<Utc>,
    line: N,
) -> Result<()> {
    if scope.count(same.eq(creation_time, time)).await? == 0 {
        scope.insert(&mut line.created_at(time)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOO_LARGE: Refusal = Refusal::new(1, "Too large.");

    #[test]
    fn the_given_address_comes_first_and_must_be_one() {
        let own = "ann@example.com".to_owned();
        assert_eq!(choose_address(None, Some(&own)).unwrap(), own);
        let given = Some("ben@example.com".to_owned());
        assert_eq!(
            choose_address(given, Some(&own)).unwrap(),
            "ben@example.com"
        );
        assert!(choose_address(None, None).is_err());
        assert!(choose_address(Some("ben".to_owned()), Some(&own)).is_err());
    }

    #[test]
    fn attachments_are_bounded_together() {
        let attachment = |size| Attachment {
            name: "a.pdf".to_owned(),
            media_type: "application/pdf".to_owned(),
            content: vec![0; size],
        };
        let half = MAX_ATTACHMENT_BYTES / 2;
        assert!(check_size(&[attachment(half), attachment(half)], TOO_LARGE).is_ok());
        assert!(check_size(&[attachment(half), attachment(half + 2)], TOO_LARGE).is_err());
    }
}
