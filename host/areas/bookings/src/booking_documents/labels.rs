//! Labels: fetched once and stored, so that reprints are identical.

use carriage::File;
use data::{Error, New, Result, Scope, files, ids::BookingId, message};
use serde_json::json;
use work::event::ScopeEvents;

use crate::bookings::{
    self,
    model::Booking,
    operations::{LoggedOperation, Operation, OperationStatus, STATUS_NOT_ALLOWED},
    records::{Document, DocumentType, Print},
    store::{Entry, Owner, Stored},
};
use crate::{
    carrier_calls::{self, exchanges::PendingExchange},
    events,
};

pub async fn print(scope: &mut Scope, id: BookingId) -> Result<Document> {
    let booking = bookings::store::find(scope, id).await?;
    Operation::PrintLabel.check(booking.effective_status())?;
    if let Some(known) =
        bookings::store::document(scope, Owner::Booking(id), DocumentType::Label).await?
    {
        log_print(scope, id, LoggedOperation::ReprintLabel, &known).await?;
        scope.commit().await?;
        return Ok(known);
    }
    let booked = carrier_calls::service::carrier_record(&booking)?;
    let (port, call) = carrier_calls::service::prepare_booking_call(scope, &booking).await?;
    let request = carrier_calls::service::build_request(scope, &booking).await?;
    let exchange = PendingExchange::new(
        LoggedOperation::PrintLabel,
        &call,
        &json!({"request": request, "booked": booked}),
    )?;
    scope.commit().await?;
    let outcome = port.label(call, request, booked).await;
    let answer = carrier_calls::exchanges::format_outcome(
        &outcome,
        |file| json!({"mediaType": file.media_type, "bytes": file.content.len()}),
    );
    exchange.record(scope, id, &answer).await?;
    let file = match outcome {
        // Contradicting content would print garbage.
        Ok(file) => match documents::check_label(&file.media_type, &file.content) {
            Ok(()) => file,
            Err(wrong) => {
                return log_refusal(
                    scope,
                    id,
                    wrong.to_string(),
                    carrier_calls::service::REFUSED.with_message(wrong),
                )
                .await;
            }
        },
        Err(fault) => {
            return log_refusal(
                scope,
                id,
                carrier_calls::service::fault_message(&fault),
                carrier_calls::service::rejection(&fault),
            )
            .await;
        }
    };
    let name = format!(
        "label-{}",
        booking
            .consignment
            .consignment_id
            .as_deref()
            .unwrap_or("booking")
    );
    let codes = documents::label_codes(&file.media_type, &file.content);
    let stored = store_file(scope, file, &name).await?;
    // The booking may have been cancelled, or printed by another call, during the carrier call.
    scope.lock::<Booking>(id).await?;
    if let Err(error) =
        Operation::PrintLabel.check(bookings::store::find(scope, id).await?.effective_status())
    {
        scope.rollback();
        scope
            .host()
            .files()
            .delete(scope.tenant, &stored.file_key)
            .await?;
        return Err(error);
    }
    if let Some(known) =
        bookings::store::document(scope, Owner::Booking(id), DocumentType::Label).await?
    {
        log_print(scope, id, LoggedOperation::ReprintLabel, &known).await?;
        scope.commit().await?;
        scope
            .host()
            .files()
            .delete(scope.tenant, &stored.file_key)
            .await?;
        return Ok(known);
    }
    let document =
        bookings::store::add_document(scope, Owner::Booking(id), DocumentType::Label, stored)
            .await?;
    if !codes.is_empty() {
        let booking_id = id;
        let labelled = events::Labelled { booking_id, codes };
        scope.publish(&events::LABELLED, &labelled).await?;
    }
    log_print(scope, id, LoggedOperation::PrintLabel, &document).await?;
    scope.commit().await?;
    Ok(document)
}

/// Takes the label that was drawn from the booking; the daily cleanup deletes its file. The caller
/// commits.
pub async fn supersede(scope: &mut Scope, id: BookingId) -> Result<()> {
    let Some(label) =
        bookings::store::document(scope, Owner::Booking(id), DocumentType::Label).await?
    else {
        return Ok(());
    };
    if label.is_attached {
        return Ok(());
    }
    scope.delete::<Document>(label.id).await?;
    if let Some(creator_user_id) = scope.caller.user() {
        let token = files::random_token()?;
        scope
            .create(New::<Print> {
                token,
                file_name: label.file_name,
                media_type: label.media_type,
                file_key: label.file_key,
                creator_user_id,
            })
            .await?;
    }
    Ok(())
}

async fn log_refusal(
    scope: &mut Scope,
    id: BookingId,
    message: String,
    error: Error,
) -> Result<Document> {
    let entry = Entry {
        operation: LoggedOperation::PrintLabel,
        status: OperationStatus::Failed,
        value: None,
        message: Some(message),
    };
    bookings::store::log(scope, id, entry).await?;
    scope.commit().await?;
    Err(error)
}

async fn log_print(
    scope: &mut Scope,
    id: BookingId,
    operation: LoggedOperation,
    document: &Document,
) -> Result<()> {
    let value = Some(document.file_name.clone());
    bookings::store::log(
        scope,
        id,
        Entry {
            value,
            ..Entry::done(operation)
        },
    )
    .await
}

pub async fn store_file(scope: &Scope, file: File, name: &str) -> Result<Stored> {
    let ending = match file.media_type.as_str() {
        "application/pdf" => "pdf",
        "application/zpl" => "zpl",
        "image/png" => "png",
        _ => {
            return Err(STATUS_NOT_ALLOWED.with_message(message!(
                "The carrier sent a document of the unsupported type {media_type}.",
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
