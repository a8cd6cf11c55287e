//! Document routes of bookings: lists and downloads.

use data::{Error, Result, Scope, Where, ids::BookingId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw,
    http::{self, Response},
};

use crate::{
    booking_documents::{self, consignment as drawing},
    bookings::{
        self,
        records::{Document, DocumentType},
        store::Owner,
    },
    manifests,
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentsQuery {
    /// 1 label, 2 manifest, …
    document_type: i64,
    booking_id: BookingId,
}

#[derive(Serialize, JsonSchema)]
pub struct Tokens {
    pub tokens: Vec<String>,
}

const KNOWN_TYPES: std::ops::RangeInclusive<i64> = 1..=16;
const OTHER: i64 = 99;

pub fn check_type(document_type: i64) -> Result<()> {
    if KNOWN_TYPES.contains(&document_type) || document_type == OTHER {
        return Ok(());
    }
    Err(Error::invalid(
        "DocumentType",
        message!("must be from 1 to 16, or 99"),
    ))
}

/// Lists download tokens. Consignment documents are rendered from the booking's current state.
pub async fn list(
    mut scope: Scope,
    DocumentsQuery {
        document_type,
        booking_id,
    }: DocumentsQuery,
) -> Result<Tokens> {
    check_type(document_type)?;
    let booking = bookings::store::find(&mut scope, booking_id).await?;
    let is_void = booking.booking_status.is_gone();
    let tokens = if document_type == DocumentType::Manifest as i64 {
        manifests::service::sheets(&mut scope, booking.id).await?
    } else if document_type == DocumentType::InsuranceCertificate as i64 && is_void {
        // Deletion follows if it is not done already.
        Vec::new()
    } else if let Some(paper) = booking_documents::rules::consignment_document(document_type) {
        drawing::render(&mut scope, &booking, paper)
            .await?
            .into_iter()
            .map(|document| document.token)
            .collect()
    } else {
        let documents =
            bookings::store::documents(&mut scope, Owner::Booking(booking.id), document_type)
                .await?;
        documents
            .into_iter()
            .map(|document| document.token)
            .collect()
    };
    Ok(Tokens { tokens })
}

#[derive(Deserialize, JsonSchema)]
pub struct Token {
    /// Token of a list of documents, such as `getDocuments`.
    pub token: String,
}

/// Requires access to the booking.
pub async fn download(mut scope: Scope, raw: Raw) -> Result<Response> {
    let Token { token } = raw.query()?;
    let unknown = || Error::NotFound("The document");
    if let Some(print) = booking_documents::prints::find_print(&mut scope, &token).await? {
        scope.rollback();
        let content = scope
            .host()
            .files()
            .get(scope.tenant, &print.file_key)
            .await?;
        return Ok(http::download(content, &print.media_type, &print.file_name));
    }
    let document = scope
        .unrestricted()
        .await?
        .first::<Document>(Where::all().eq(Document::TOKEN, token))
        .await?
        .ok_or_else(unknown)?;
    if let Some(booking) = document.booking_id {
        bookings::store::find(&mut scope, booking)
            .await
            .map_err(|_| unknown())?;
    }
    if let Some(manifest) = document.manifest_row_id
        && !bookings::store::may_see_manifest(&mut scope, manifest).await?
    {
        return Err(unknown());
    }
    scope.rollback();
    let content = scope
        .host()
        .files()
        .get(scope.tenant, &document.file_key)
        .await?;
    Ok(http::download(
        content,
        &document.media_type,
        &document.file_name,
    ))
}
