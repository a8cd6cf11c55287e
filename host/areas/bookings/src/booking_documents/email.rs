//! Emails a booking's documents, such as label and certificate.

use data::{Error, Refusal, Result, Scope, Where, email::is_email, ids::BookingId, message};
use work::mail::Attachment;

use crate::bookings::{
    self,
    model::Booking,
    operations::{LoggedOperation, Operation},
    records::Document,
    store::Entry,
};
use crate::emails;

pub const NO_DOCUMENTS: Refusal = Refusal::new(
    4120,
    "The booking has no documents yet. Print its label first.",
);
const TOO_LARGE: Refusal = Refusal::new(
    4121,
    "The booking's documents are too large for an email. Share the booking instead.",
);
/// Common size limit of mail servers.
const MAX_ATTACHED: usize = 10 << 20;

/// The given address, or the booking's own.
pub fn recipient(booking: &Booking, requested: Option<&str>) -> Result<String> {
    let address = requested
        .or(booking.payer.customer_detail.email.as_deref())
        .unwrap_or_default()
        .trim();
    match is_email(address) {
        true => Ok(address.to_owned()),
        false => Err(Error::invalid(
            "email",
            message!("must be an email address such as name@example.com"),
        )),
    }
}

/// Sends after the scope is committed. The log has an entry that is pending until then.
pub async fn send_to_address(scope: &mut Scope, booking: &Booking, email: String) -> Result<()> {
    let documents: Vec<Document> = scope
        .all(Where::all().eq(Document::BOOKING_ID, booking.id))
        .await?;
    if documents.is_empty() {
        return Err(NO_DOCUMENTS.into());
    }
    let mut attachments = Vec::with_capacity(documents.len());
    let mut size = 0;
    for document in documents {
        let content = scope
            .host()
            .files()
            .get(scope.tenant, &document.file_key)
            .await?
            .to_vec();
        size += content.len();
        if size > MAX_ATTACHED {
            return Err(TOO_LARGE.into());
        }
        attachments.push(Attachment {
            name: document.file_name,
            media_type: document.media_type,
            content,
        });
    }
    let entry = Entry {
        value: Some(email.clone()),
        ..Entry::pending(LoggedOperation::EmailDocuments)
    };
    let entry = bookings::store::insert_entry(scope, booking.id, entry).await?;
    emails::with_documents(scope, booking, email, attachments, entry).await
}

/// Uses the address for status emails; commits the scope.
pub async fn send_to_customer(scope: &mut Scope, id: BookingId) -> Result<()> {
    let booking = bookings::store::find(scope, id).await?;
    Operation::EmailDocuments.check(booking.effective_status())?;
    let email = recipient(&booking, None)?;
    send_to_address(scope, &booking, email).await?;
    scope.commit().await
}
