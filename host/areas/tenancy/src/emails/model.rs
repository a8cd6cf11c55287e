//! Emails about records: states, rows and views.

use chrono::{DateTime, Utc};
use data::{Permission, Record, TextEnum, db::Sealed, life_cycle::Operation as _, states};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use work::event::Event;

data::id! {
    /// An email about a record.
    EmailId
}

states! {
    /// Delivery of an email.
    #[derive(Default)]
    pub enum EmailState {
        /// Accepted by no mail server yet. It is tried again for half a day.
        #[default]
        Queued,
        /// Accepted by the mail server.
        Sent,
        Failed,
        #[text_enum(unknown)]
        Unknown,
    }
    operations {
        /// A user's operation on an email.
        pub enum EmailOperation {
            SendAgain: [Failed] => Queued,
        }
    }
}

/// Reason why an email is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum EmailProblem {
    /// Neither the tenant nor the platform has a mail server.
    NoServer,
    /// The mail server cannot be reached, or asks to try later.
    Unreachable,
    /// The mail server, an address or a setting is wrong.
    Refused,
    /// Its link or code expired before it could be sent.
    Expired,
    #[text_enum(unknown)]
    Unknown,
}

/// The record that an email is about.
#[derive(Debug, Clone, Copy)]
pub struct MailedRecord {
    /// As in the record of changes: `Invoice`.
    pub record_type: &'static str,
    pub id: i64,
    /// The template's name.
    pub kind: &'static str,
    /// Needed to see the email and to send it again.
    pub permission: Permission,
    /// The area's own note about the email, returned in [`EMAIL_CHANGED`].
    pub reference: Option<i64>,
    /// End of the validity of its link or code.
    pub good_until: Option<DateTime<Utc>>,
}

impl MailedRecord {
    pub fn new(
        record_type: &'static str,
        id: i64,
        kind: &'static str,
        permission: Permission,
    ) -> Self {
        Self {
            record_type,
            id,
            kind,
            permission,
            reference: None,
            good_until: None,
        }
    }
}

/// A change of an email's delivery.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailChange {
    pub email: EmailId,
    pub record_type: String,
    pub record_id: i64,
    pub reference: Option<i64>,
    pub recipient: String,
    pub state: EmailState,
    pub problem: Option<EmailProblem>,
    pub server_reply: Option<String>,
    pub time: DateTime<Utc>,
}

pub(crate) static EMAIL_CHANGED: Event<EmailChange> = Event::new("tenancy.email-changed", 1);

#[derive(Debug, Clone, Record)]
#[record(table = "emails", name = "The email", unrecorded)]
pub(crate) struct Email {
    #[record(listed)]
    pub id: EmailId,
    pub row_version: i64,
    pub record_type: String,
    pub record_id: i64,
    pub kind: String,
    pub permission: String,
    pub reference: Option<i64>,
    pub recipient: String,
    #[record(listed)]
    pub state: EmailState,
    pub problem: Option<EmailProblem>,
    pub server_reply: Option<String>,
    pub attempts: i64,
    #[record(secret)]
    pub message: Option<Sealed>,
    #[record(json)]
    pub attachment_keys: Vec<String>,
    pub good_until: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
    pub sent_time: Option<DateTime<Utc>>,
}

impl Email {
    pub fn change(&self, time: DateTime<Utc>) -> EmailChange {
        EmailChange {
            email: self.id,
            record_type: self.record_type.clone(),
            record_id: self.record_id,
            reference: self.reference,
            recipient: self.recipient.clone(),
            state: self.state,
            problem: self.problem,
            server_reply: self.server_reply.clone(),
            time,
        }
    }

    /// True if its message is stored and no link in it has expired.
    pub fn can_be_sent_again(&self, now: DateTime<Utc>) -> bool {
        EmailOperation::SendAgain.is_allowed_in(self.state)
            && self.message.is_some()
            && self.good_until.is_none_or(|end| now < end)
    }
}

/// Keys of the stored attachments of a failed email.
#[derive(Debug, Record)]
#[record(view_of = Email)]
pub(crate) struct StoredAttachments {
    pub id: EmailId,
    #[record(json)]
    pub attachment_keys: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EmailsQuestion {
    /// Type of the record, as in the record of changes: Invoice, CreditNote, Booking, User, …
    pub record_type: String,
    pub record_id: i64,
}

/// An email about a record.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RecordEmail")]
pub(crate) struct EmailView {
    pub id: EmailId,
    /// The template: invoice, reset, …
    pub kind: String,
    pub recipient: String,
    pub state: EmailState,
    /// Reason of the last failed attempt. Null once sent.
    pub problem: Option<EmailProblem>,
    /// The mail server's reply to it, for administrators.
    pub server_reply: Option<String>,
    pub creation_time: DateTime<Utc>,
    /// Time at which the mail server accepted it.
    pub sent_time: Option<DateTime<Utc>>,
    /// Operations that its state allows.
    pub allowed_operations: Vec<EmailOperation>,
}

impl EmailView {
    pub fn new(email: Email, now: DateTime<Utc>) -> Self {
        let allowed_operations = match email.can_be_sent_again(now) {
            true => EmailOperation::list_allowed(email.state),
            false => Vec::new(),
        };
        Self {
            id: email.id,
            kind: email.kind,
            recipient: email.recipient,
            state: email.state,
            problem: email.problem,
            server_reply: email.server_reply,
            creation_time: email.creation_time,
            sent_time: email.sent_time,
            allowed_operations,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn failed() -> Email {
        Email {
            id: EmailId(1),
            row_version: 1,
            record_type: "User".to_owned(),
            record_id: 7,
            kind: "reset".to_owned(),
            permission: "Pages.Administration.Users.Edit".to_owned(),
            reference: None,
            recipient: "mia@example.test".to_owned(),
            state: EmailState::Failed,
            problem: Some(EmailProblem::Refused),
            server_reply: None,
            attempts: 1,
            message: Some(Sealed("s1.x".to_owned())),
            attachment_keys: Vec::new(),
            good_until: None,
            creation_time: DateTime::UNIX_EPOCH,
            sent_time: None,
        }
    }

    #[test]
    fn only_a_failed_email_with_a_valid_link_is_sent_again() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::hours(2);
        assert!(failed().can_be_sent_again(now));
        let expired = Email {
            good_until: Some(now),
            ..failed()
        };
        assert!(!expired.can_be_sent_again(now));
        for state in [EmailState::Queued, EmailState::Sent, EmailState::Unknown] {
            let email = Email { state, ..failed() };
            assert!(!email.can_be_sent_again(now), "{state}");
        }
        let without_message = Email {
            message: None,
            ..failed()
        };
        assert!(!without_message.can_be_sent_again(now));
    }
}
