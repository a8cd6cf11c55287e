//! Emails: messages in text and HTML with attachments, sent through an SMTP server.
//!
//! User input can't become a header: names and subjects lose control characters, addresses must
//! parse. A job retries temporary failures.

mod smtp;
mod templates;
#[cfg(test)]
mod tests;

use lettre::{
    Address, Message,
    message::{Attachment as Part, Mailbox, MultiPart, SinglePart, header::ContentType},
};

use data::email::is_email;
pub use smtp::{Mailer, SmtpSettings};
pub use templates::{Content, Template, Templates};

/// Maximum bytes of all attachments of a message together.
pub const MAX_ATTACHMENT_BYTES: usize = 20 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Person {
    pub name: String,
    pub email: String,
}

impl Person {
    pub fn new(name: impl Into<String>, email: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            email: email.into(),
        }
    }

    fn mailbox(&self, member: &str) -> Result<Mailbox, MailError> {
        let email = self.email.trim();
        let invalid = || {
            MailError::Refused(format!(
                "{member} must be an email address such as name@example.com"
            ))
        };
        let address: Address = Some(email)
            .filter(|email| is_email(email))
            .and_then(|email| email.parse().ok())
            .ok_or_else(invalid)?;
        let name = one_line(&self.name);
        Ok(Mailbox::new((!name.is_empty()).then_some(name), address))
    }
}

/// Unique part of a message's `Message-ID`. An email that is sent again after a crash has the same
/// one, by which mail servers and readers drop the copy.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MessageId(String);

impl Default for MessageId {
    fn default() -> Self {
        Self(uuid::Uuid::now_v7().simple().to_string())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    pub media_type: String,
    pub content: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MailMessage {
    pub to: Vec<Person>,
    pub reply_to: Option<Person>,
    pub content: Content,
    pub attachments: Vec<Attachment>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// Permanent: caused by an address, a setting or the server's rejection.
    #[error("The mail was refused: {0}.")]
    Refused(String),
    #[error("The mail server cannot be reached: {0}.")]
    Unreachable(String),
    #[error("Neither the tenant nor the platform has a mail server.")]
    NoServer,
}

impl MailError {
    /// True if another attempt would fail in the same way.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::Refused(_))
    }
}

impl MailMessage {
    fn build_message(&self, from: &Person, id: &MessageId) -> Result<Message, MailError> {
        let refused = |error: lettre::error::Error| MailError::Refused(error.to_string());
        let sender = from.mailbox("the sender")?;
        let id = format!("<{}@{}>", id.0, sender.email.domain());
        let mut builder = Message::builder()
            .from(sender)
            .message_id(Some(id))
            .subject(one_line(&self.content.subject));
        if self.to.is_empty() {
            return Err(MailError::Refused(
                "the message has no recipient".to_string(),
            ));
        }
        for person in &self.to {
            builder = builder.to(person.mailbox("the recipient")?);
        }
        if let Some(person) = &self.reply_to {
            builder = builder.reply_to(person.mailbox("the address for replies")?);
        }
        let body =
            MultiPart::alternative_plain_html(self.content.text.clone(), self.content.html.clone());
        if self.attachments.is_empty() {
            return builder.multipart(body).map_err(refused);
        }
        if self
            .attachments
            .iter()
            .map(|attachment| attachment.content.len())
            .sum::<usize>()
            > MAX_ATTACHMENT_BYTES
        {
            return Err(MailError::Refused(format!(
                "the attachments are larger than {} MiB",
                MAX_ATTACHMENT_BYTES / 1024 / 1024
            )));
        }
        let mut mixed = MultiPart::mixed().multipart(body);
        for attachment in &self.attachments {
            mixed = mixed.singlepart(part(attachment)?);
        }
        builder.multipart(mixed).map_err(refused)
    }
}

fn part(attachment: &Attachment) -> Result<SinglePart, MailError> {
    let media_type = ContentType::parse(&attachment.media_type).map_err(|_| {
        MailError::Refused(format!(
            "{} is not a media type",
            one_line(&attachment.media_type)
        ))
    })?;
    Ok(Part::new(data::files::safe_name(&attachment.name))
        .body(attachment.content.clone(), media_type))
}

/// Removes control characters, so that the text stays inside its header.
fn one_line(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| {
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
                ' '
            } else {
                c
            }
        })
        .take(256)
        .collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}
