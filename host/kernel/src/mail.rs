//! Mail: messages in text and HTML with attachments, written from templates and handed to an SMTP server.
//!
//! Nothing that a person types can become a header: names and subjects lose their control characters, addresses must
//! parse. Sending is the work of a job, which repeats what failed for a while and gives up what was refused.

mod smtp;
mod templates;
#[cfg(test)]
mod tests;

use lettre::{
    Address, Message,
    message::{Attachment as Part, Mailbox, MultiPart, SinglePart, header::ContentType},
};

pub use smtp::{Mailer, Security, SmtpSettings};
pub use templates::{Content, Template, Templates};

/// The most bytes that all attachments of a message may have together.
pub const MAX_ATTACHED: usize = 20 * 1024 * 1024;

/// Whether a text has the form of an e-mail address that mail can be sent to.
pub fn is_email(text: &str) -> bool {
    let domain_has_a_dot = text
        .rsplit_once('@')
        .is_some_and(|(_, domain)| domain.contains('.') && !domain.ends_with('.'));
    text.len() <= 256 && domain_has_a_dot && text.parse::<Address>().is_ok()
}

/// Somebody with an e-mail address.
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
        let wrong = || {
            MailError::Refused(format!(
                "{member} must be an e-mail address like name@example.com"
            ))
        };
        let address: Address = Some(email)
            .filter(|email| is_email(email))
            .and_then(|email| email.parse().ok())
            .ok_or_else(wrong)?;
        let name = one_line(&self.name);
        Ok(Mailbox::new((!name.is_empty()).then_some(name), address))
    }
}

/// A file that goes with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    pub media_type: String,
    pub content: Vec<u8>,
}

/// One message to one or several people.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MailMessage {
    pub to: Vec<Person>,
    pub reply_to: Option<Person>,
    pub content: Content,
    pub attachments: Vec<Attachment>,
}

/// Why a message did not go out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// Trying again will not help: an address, a setting or the server says no.
    #[error("The mail was refused: {0}.")]
    Refused(String),
    /// Trying again later may help.
    #[error("The mail server cannot be reached: {0}.")]
    Unreachable(String),
}

impl MailMessage {
    /// The message as it goes to the server.
    fn assemble(&self, from: &Person) -> Result<Message, MailError> {
        let refused = |error: lettre::error::Error| MailError::Refused(error.to_string());
        let mut builder = Message::builder()
            .from(from.mailbox("the sender")?)
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
            > MAX_ATTACHED
        {
            return Err(MailError::Refused(format!(
                "the attachments are larger than {} MiB",
                MAX_ATTACHED / 1024 / 1024
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
    Ok(Part::new(crate::files::safe_name(&attachment.name))
        .body(attachment.content.clone(), media_type))
}

/// The text without line breaks and other control characters, so that it stays inside its header.
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
