//! Labels: fetched from the carrier once and kept, so that a reprint is the same sheet.

use carriers::port::CarrierFile;
use kernel::{Error, Result, Scope, ids::BookingId, message};
use serde_json::json;

use super::{
    carrier,
    exchange::{self, Asking},
};
use crate::{
    model::{Document, DocumentType},
    rules::operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus},
    store::{self, Entry, Owner, Stored},
};

/// The booking's label.
pub async fn print(scope: &mut Scope, id: BookingId) -> Result<Document> {
    let booking = store::find(scope, id).await?;
    Operation::PrintLabel.check(booking.standing())?;
    if let Some(known) = store::document(scope, Owner::Booking(id), DocumentType::Label).await? {
        printed(scope, id, LoggedOperation::ReprintLabel, &known).await?;
        scope.commit().await?;
        return Ok(known);
    }
    let booked = carrier::booked(&booking)?;
    let (port, call) = carrier::call_for(scope, &booking).await?;
    let request = carrier::request(scope, &booking).await?;
    let asking = Asking::of(
        LoggedOperation::PrintLabel,
        &call,
        &json!({"request": request, "booked": booked}),
    )?;
    scope.commit().await?;
    let outcome = port.label(call, request, booked).await;
    let told = exchange::answer(
        &outcome,
        |file| json!({"mediaType": file.media_type, "bytes": file.content.len()}),
    );
    asking.answered(scope, id, &told).await?;
    let file = match outcome {
        // What is none of what it says that it is would print as nonsense, alone and among others.
        Ok(file) => match documents::check_label(&file.media_type, &file.content) {
            Ok(()) => file,
            Err(wrong) => {
                return refused(
                    scope,
                    id,
                    wrong.to_string(),
                    carrier::REFUSED.because(wrong),
                )
                .await;
            }
        },
        Err(fault) => {
            return refused(scope, id, carrier::words(&fault), carrier::refusal(&fault)).await;
        }
    };
    let name = format!(
        "label-{}",
        booking.consignment_id.as_deref().unwrap_or("booking")
    );
    let stored = keep(scope, file, &name).await?;
    // The booking may have been cancelled while its carrier was asked.
    if let Err(error) = Operation::PrintLabel.check(store::find(scope, id).await?.standing()) {
        scope.rollback();
        scope
            .host()
            .files()
            .delete(scope.tenant, &stored.file_key)
            .await?;
        return Err(error);
    }
    // Two who print at once get one label: the second finds the first's.
    if let Some(known) = store::document(scope, Owner::Booking(id), DocumentType::Label).await? {
        printed(scope, id, LoggedOperation::ReprintLabel, &known).await?;
        scope.commit().await?;
        scope
            .host()
            .files()
            .delete(scope.tenant, &stored.file_key)
            .await?;
        return Ok(known);
    }
    let document =
        store::add_document(scope, Owner::Booking(id), DocumentType::Label, stored).await?;
    printed(scope, id, LoggedOperation::PrintLabel, &document).await?;
    scope.commit().await?;
    Ok(document)
}

/// Writes down that there is no label, and why.
async fn refused(
    scope: &mut Scope,
    id: BookingId,
    words: String,
    error: Error,
) -> Result<Document> {
    let entry = Entry {
        operation: LoggedOperation::PrintLabel,
        status: OperationStatus::Failed,
        value: None,
        message: Some(words),
    };
    store::log(scope, id, entry).await?;
    scope.commit().await?;
    Err(error)
}

/// Writes down who was handed which document.
async fn printed(
    scope: &mut Scope,
    id: BookingId,
    operation: LoggedOperation,
    document: &Document,
) -> Result<()> {
    let value = Some(document.file_name.clone());
    store::log(
        scope,
        id,
        Entry {
            value,
            ..Entry::done(operation)
        },
    )
    .await
}

/// Puts a carrier's file into the store.
pub async fn keep(scope: &Scope, file: CarrierFile, name: &str) -> Result<Stored> {
    let ending = match file.media_type.as_str() {
        "application/pdf" => "pdf",
        "application/zpl" => "zpl",
        "image/png" => "png",
        _ => {
            return Err(NOT_NOW.because(message!(
                "The carrier sent a document of the kind {media_type}, which is not known here.",
                media_type = file.media_type
            )));
        }
    };
    let file_key = scope.host().files().put(scope.tenant, file.content).await?;
    Ok(Stored {
        file_key,
        file_name: format!("{name}.{ending}"),
        media_type: file.media_type,
    })
}
