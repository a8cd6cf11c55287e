//! Emails of statements.

use std::sync::LazyLock;

use chrono::NaiveDate;
use data::{Error, Refusal, Result, Scope, email::is_email, ids::CustomerId, message};
use ledger::access::STATEMENTS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::MailedRecord;
use work::mail::{Attachment, MAX_ATTACHMENT_BYTES, MailMessage, Person, Template, Templates};

use crate::statements::download::{StatementFormat, load_logo, load_parts, render};
use crate::statements::{self, service::StatementQuery};
use billing::invoices::{self, terms::terms};

const TOO_LARGE: Refusal = Refusal::new(
    5107,
    "The statement is too large for an email. Download it instead.",
);

const STATEMENT: Template = Template {
    name: "statement",
    subject: "Statement from {{ brand }} to {{ to }}",
    text: include_str!("../mail/statement.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&[STATEMENT]).map_err(|error| format!("{error:#}")));

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendStatement {
    /// Optional for a customer's user.
    customer_id: Option<CustomerId>,
    from_date: NaiveDate,
    to_date: NaiveDate,
    /// Default: the customer's address.
    email_address: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentStatement {
    customer_id: CustomerId,
    email_address: String,
}

pub async fn send(mut scope: Scope, sent: SendStatement) -> Result<SentStatement> {
    let query = StatementQuery::new(sent.customer_id, sent.from_date, sent.to_date);
    let customer = statements::service::load_customer(&mut scope, &query).await?;
    let statement = statements::service::build_statement(&mut scope, &query).await?;
    // Only staff can choose the recipient of the tenant's email.
    if sent.email_address.is_some() && scope.caller.customer().is_some() {
        return Err(Error::invalid(
            "emailAddress",
            message!("must be left out: it goes to the customer's own address"),
        ));
    }
    let address = sent
        .email_address
        .or_else(|| customer.email.clone())
        .unwrap_or_default();
    if !is_email(&address) {
        let message = message!("must be an email address such as name@example.com");
        return Err(Error::invalid("emailAddress", message));
    }
    let terms = terms(&scope).await?;
    let logo = load_logo(&mut scope).await?;
    let parts = load_parts(&mut scope, &statement, &terms, logo).await?;
    let mut attachments = Vec::new();
    for format in [StatementFormat::Pdf, StatementFormat::Csv] {
        let rendered = render(&statement, &customer, &terms, &parts, format)?;
        let media_type = rendered.media_type.to_owned();
        attachments.push(Attachment {
            name: rendered.name,
            media_type,
            content: rendered.content,
        });
    }
    if attachments
        .iter()
        .map(|attachment| attachment.content.len())
        .sum::<usize>()
        > MAX_ATTACHMENT_BYTES
    {
        return Err(TOO_LARGE.into());
    }
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let invoiced = invoices::draft::to_invoiced_customer(&customer);
    let values = json!({
        "customer": invoiced.name(),
        "from": statement.from_date.to_string(),
        "to": statement.to_date.to_string(),
        "balance": format!("{} {}", statement.closing_balance, statement.currency),
    });
    let templates = TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
    let content = templates.render(STATEMENT.name, &tenant.name, &values)?;
    let to = vec![Person::new(invoiced.name(), address.clone())];
    tenancy::queue_mail_about(
        &mut scope,
        MailMessage {
            to,
            content,
            attachments,
            ..MailMessage::default()
        },
        MailedRecord::new("Customer", customer.id.0, STATEMENT.name, STATEMENTS),
    )
    .await?;
    scope.commit().await?;
    Ok(SentStatement {
        customer_id: customer.id,
        email_address: address,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_email_renders() {
        let values = json!({"customer": "Bluegum Wines", "from": "2026-03-01", "to": "2026-03-31", "balance": "110 AUD"});
        let content = TEMPLATES
            .as_ref()
            .unwrap()
            .render(STATEMENT.name, "Blue & Co", &values)
            .unwrap();
        assert_eq!(content.subject, "Statement from Blue & Co to 2026-03-31");
        assert!(
            content.text.contains("110 AUD") && !content.text.contains('{'),
            "{}",
            content.text
        );
    }
}
