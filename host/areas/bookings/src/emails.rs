//! Emails to people outside the tenant.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use data::{Error, Message, Result, Scope, Where, ids::OperationLogId, message};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use quotes::quotes::consignment;
use serde_json::{Value, json};
use work::mail::{Attachment, MailMessage, Person, Template, Templates};

use tenancy::{EmailChange, EmailState, MailedRecord, MailedStatus};
use work::event::Listener;

use crate::{
    access::BOOKING_EDIT,
    bookings::{
        model::Booking, operations::OperationStatus, records::OperationEntry, status::Status,
    },
    notifications,
};

/// Name of a booking in the record of changes.
const ENTITY: &str = "Booking";

const GUEST: Template = Template {
    name: "guest-booking",
    subject: "Your booking {{ number }} with {{ brand }}",
    text: include_str!("mail/guest.txt"),
};
const SHARED: Template = Template {
    name: "shared-booking",
    subject: "Booking {{ number }} of {{ brand }}",
    text: include_str!("mail/shared.txt"),
};

const DOCUMENTS: Template = Template {
    name: "booking-documents",
    subject: "Documents of booking {{ number }} with {{ brand }}",
    text: include_str!("mail/documents.txt"),
};

const NEWS: Template = Template {
    name: "booking-news",
    subject: "{{ title }}: consignment {{ number }}",
    text: include_str!("mail/news.txt"),
};

static TEMPLATES: LazyLock<Result<Templates, String>> = LazyLock::new(|| {
    Templates::new(&[GUEST, SHARED, DOCUMENTS, NEWS]).map_err(|error| format!("{error:#}"))
});

/// Emails a guest the booking and its link. The caller chooses the recipient, so it includes no
/// typed text.
pub async fn to_guest(scope: &mut Scope, booking: &Booking) -> Result<()> {
    let Some(email) = booking.payer.customer_detail.email.clone() else {
        return Ok(());
    };
    let link = format!(
        "{}/guest/booking#bookingId={}",
        base_url(scope).await?,
        booking.id
    );
    let values = json!({
        "number": booking.id, "standing": status_sentence(booking.booking_status).to_string(), "link": link,
    });
    queue(scope, booking, Letter::new(GUEST, email, values)).await
}

fn status_sentence(status: Status) -> Message {
    match status {
        Status::PendingPayment => message!("It goes to the carrier once it is paid."),
        _ => message!("It goes to the carrier now."),
    }
}

pub async fn to_share(
    scope: &mut Scope,
    booking: &Booking,
    email: &str,
    token: &str,
    until: DateTime<Utc>,
) -> Result<()> {
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    // In the fragment, which browsers never send to a server.
    let fragment = format!(
        "bookingId={}&email={}&token={}",
        booking.id,
        encoded(email),
        encoded(token)
    );
    let values = json!({
        "number": booking.id,
        "link": format!("{}/shared/booking#{fragment}", base_url(scope).await?),
        "until": consignment::local_day(until, zone).to_string(),
    });
    let letter = Letter {
        good_until: Some(until),
        ..Letter::new(SHARED, email.to_owned(), values)
    };
    queue(scope, booking, letter).await
}

pub async fn with_documents(
    scope: &mut Scope,
    booking: &Booking,
    email: String,
    attachments: Vec<Attachment>,
    entry: OperationLogId,
) -> Result<()> {
    let names: Vec<&str> = attachments
        .iter()
        .map(|attachment| attachment.name.as_str())
        .collect();
    let values = json!({ "number": booking.name(), "documents": names.join(", ") });
    let letter = Letter {
        attachments,
        entry: Some(entry),
        ..Letter::new(DOCUMENTS, email, values)
    };
    queue(scope, booking, letter).await
}

/// Leaves out typed text, except places.
pub async fn to_subscriber(
    scope: &mut Scope,
    booking: &Booking,
    status: MailedStatus,
    email: &str,
    entry: OperationLogId,
) -> Result<()> {
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let connote = booking
        .consignment
        .consignment_id
        .clone()
        .unwrap_or_default();
    let (title, sentence) = notifications::rules::email_text(status);
    let is_over = matches!(
        status,
        MailedStatus::Delivered | MailedStatus::ReturnedToSender | MailedStatus::Cancelled
    );
    let eta = booking
        .tracking
        .eta
        .filter(|_| !is_over)
        .map(|eta| consignment::local_day(eta, zone).to_string());
    let values = json!({
        "title": title.to_string(), "sentence": sentence.to_string(), "number": connote, "from": booking.route.from_suburb,
        "to": booking.route.to_suburb, "eta": eta, "link": tracking_link(scope, booking).await?,
    });
    let letter = Letter {
        entry: Some(entry),
        ..Letter::new(NEWS, email.to_owned(), values)
    };
    queue(scope, booking, letter).await
}

/// Public link by connote and post code, in the fragment, which no server receives.
pub async fn tracking_link(scope: &Scope, booking: &Booking) -> Result<String> {
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let connote = booking
        .consignment
        .consignment_id
        .as_deref()
        .unwrap_or_default();
    let fragment = format!(
        "connoteNumber={}&postCode={}",
        encoded(connote),
        encoded(&booking.route.to_post_code)
    );
    Ok(format!("{}/track#{fragment}", base_url(scope).await?))
}

async fn base_url(scope: &Scope) -> Result<String> {
    tenancy::base_url(scope.host(), scope.tenant, &scope.request).await
}

struct Letter {
    template: Template,
    email: String,
    values: Value,
    attachments: Vec<Attachment>,
    /// The log's entry, pending until the mail server has accepted the email.
    entry: Option<OperationLogId>,
    good_until: Option<DateTime<Utc>>,
}

impl Letter {
    fn new(template: Template, email: String, values: Value) -> Self {
        Self {
            template,
            email,
            values,
            attachments: Vec::new(),
            entry: None,
            good_until: None,
        }
    }
}

async fn queue(scope: &mut Scope, booking: &Booking, letter: Letter) -> Result<()> {
    let tenant = tenancy::settings(scope).await?;
    let templates = TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
    let content = templates.render(letter.template.name, &tenant.name, &letter.values)?;
    let to = vec![Person::new("", letter.email)];
    tenancy::queue_mail_about(
        scope,
        MailMessage {
            to,
            content,
            attachments: letter.attachments,
            ..MailMessage::default()
        },
        MailedRecord {
            reference: letter.entry.map(|entry| entry.0),
            good_until: letter.good_until,
            ..MailedRecord::new(ENTITY, booking.id.0, letter.template.name, BOOKING_EDIT)
        },
    )
    .await
}

/// Copies an email's delivery to its entry of the booking's log.
pub fn listener() -> Listener {
    tenancy::delivery_listener("bookings.on-email", ENTITY, on_email_changed)
}

async fn on_email_changed(mut scope: Scope, change: EmailChange, is_latest: bool) -> Result<()> {
    let Some(entry) = change.reference.filter(|_| is_latest) else {
        return Ok(());
    };
    let narrow = Where::id(OperationLogId(entry));
    if let Some(mut entry) = scope.first::<OperationEntry>(narrow).await? {
        entry.status = match change.state {
            EmailState::Sent => OperationStatus::Success,
            EmailState::Failed => OperationStatus::Failed,
            EmailState::Queued | EmailState::Unknown => OperationStatus::Pending,
        };
        scope.update(&mut entry).await?;
    }
    scope.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_can_be_written() {
        let values = json!({
            "number": 4711, "standing": status_sentence(Status::PendingPayment).to_string(), "until": "2026-02-01",
            "link": "https://a.example/guest/booking#bookingId=4711",
        });
        for template in [GUEST, SHARED] {
            let content = TEMPLATES
                .as_ref()
                .unwrap()
                .render(template.name, "Blue & Co", &values)
                .unwrap();
            assert!(
                content.subject.contains("4711") && content.subject.contains("Blue & Co"),
                "{}",
                content.subject
            );
            assert!(
                content.text.contains("#bookingId=4711") && !content.text.contains('{'),
                "{}",
                content.text
            );
            assert!(content.html.contains("<a href="), "{}", content.html);
        }
        let values = json!({"number": "SCF0000017", "documents": "label-SCF0000017.pdf"});
        let content = TEMPLATES
            .as_ref()
            .unwrap()
            .render(DOCUMENTS.name, "Blue & Co", &values)
            .unwrap();
        assert!(
            content.text.contains("label-SCF0000017.pdf") && !content.text.contains('{'),
            "{}",
            content.text
        );
        for (eta, said) in [
            (Some("2026-02-01"), "Parramatta, expected 2026-02-01."),
            (None, "Parramatta."),
        ] {
            let values = json!({
                "title": "Delayed", "sentence": "your consignment arrives later.", "number": "SCF0000017",
                "from": "Richmond", "to": "Parramatta", "eta": eta, "link": "https://a.example/track#connoteNumber=1",
            });
            let content = TEMPLATES
                .as_ref()
                .unwrap()
                .render(NEWS.name, "Blue & Co", &values)
                .unwrap();
            assert_eq!(content.subject, "Delayed: consignment SCF0000017");
            assert!(
                content.text.contains(said) && !content.text.contains('{'),
                "{}",
                content.text
            );
        }
    }
}
