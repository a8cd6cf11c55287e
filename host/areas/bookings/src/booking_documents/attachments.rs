//! Files that staff attach to a booking: consignment note and manifest sheet.

use data::{Error, FieldError, Result, Scope, files as kinds, ids::BookingId, message};
use uuid::Uuid;

use crate::bookings::{
    self,
    input::DetailsInput,
    records::{Document, DocumentType},
    store::{Owner, Stored},
};

pub struct Attachment {
    member: &'static str,
    kind: DocumentType,
    name: String,
    media_type: &'static str,
    content: Vec<u8>,
}

/// Printable and fit for email.
const MEDIA_TYPES: [&str; 4] = [
    "application/pdf",
    "image/png",
    "image/jpeg",
    "application/zpl",
];

pub async fn load_files(
    scope: &mut Scope,
    form: &DetailsInput,
    errors: &mut Vec<FieldError>,
) -> Result<Vec<Attachment>> {
    let mut attachments = Vec::new();
    for (member, kind, asset) in [
        (
            "connoteFile",
            DocumentType::ConsignmentNote,
            form.connote_file,
        ),
        ("manifestFile", DocumentType::Manifest, form.manifest_file),
    ] {
        let Some(asset) = asset else { continue };
        if scope.caller.customer().is_some() {
            errors.push(FieldError::new(
                member,
                message!("can only be set by staff and carriers"),
            ));
            continue;
        }
        match load_file(scope, member, kind, asset).await {
            Ok(attachment) => attachments.push(attachment),
            Err(Error::Invalid(fields)) => errors.extend(fields),
            Err(Error::NotFound(_)) => {
                errors.push(FieldError::new(
                    member,
                    message!("is not a file that you have uploaded with uploadasset"),
                ));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(attachments)
}

async fn load_file(
    scope: &mut Scope,
    member: &'static str,
    kind: DocumentType,
    asset: Uuid,
) -> Result<Attachment> {
    let (name, content) = files::read(scope, asset).await?;
    let head = &content[..content.len().min(kinds::HEAD_BYTES)];
    let media_type =
        kinds::detect_media_type(head, &name).filter(|kind| MEDIA_TYPES.contains(kind));
    let media_type = media_type.ok_or_else(|| {
        Error::invalid(
            member,
            message!("must be a PDF, a PNG or JPEG picture, or ZPL"),
        )
    })?;
    Ok(Attachment {
        member,
        kind,
        name,
        media_type,
        content: content.to_vec(),
    })
}

/// Files stored by one save; its outcome decides which stay.
#[derive(Default)]
pub struct StoredFiles {
    added: Vec<String>,
    replaced: Vec<String>,
}

impl StoredFiles {
    /// A later file replaces an earlier one. Returns the log texts.
    pub async fn store(
        &mut self,
        scope: &mut Scope,
        booking: BookingId,
        attachments: Vec<Attachment>,
    ) -> Result<Vec<String>> {
        let mut changes = Vec::new();
        for Attachment {
            member,
            kind,
            name,
            media_type,
            content,
        } in attachments
        {
            // The uploaded file expires after a day.
            let file_key = scope.host().files().put(scope.tenant, content).await?;
            self.added.push(file_key.clone());
            changes.push(format!("{member} {name}"));
            let stored = Stored {
                file_key,
                file_name: name,
                media_type: media_type.to_owned(),
            };
            if let Some(mut document) =
                bookings::store::attached_document(scope, booking, kind).await?
            {
                self.replaced
                    .push(std::mem::replace(&mut document.file_key, stored.file_key));
                document.file_name = stored.file_name;
                document.media_type = stored.media_type;
                scope.update(&mut document).await?;
                continue;
            }
            // Otherwise the email would include the generated document too.
            for drawn in
                bookings::store::documents(scope, Owner::Booking(booking), kind as i64).await?
            {
                scope.delete::<Document>(drawn.id).await?;
                self.replaced.push(drawn.file_key);
            }
            bookings::store::attach_document(scope, Owner::Booking(booking), kind, stored).await?;
        }
        Ok(changes)
    }

    /// Removes unreferenced files. Call with no transaction open.
    pub async fn clean_up(self, scope: &Scope, is_saved: bool) {
        for file_key in if is_saved { self.replaced } else { self.added } {
            // A file without a row only takes space.
            if let Err(error) = scope.host().files().delete(scope.tenant, &file_key).await {
                tracing::warn!(error = format!("{error:#}"), "cannot delete a file");
            }
        }
    }
}
