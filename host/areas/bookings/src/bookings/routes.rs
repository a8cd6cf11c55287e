//! Routes of one booking.

use data::{ById, Change, Empty, Result, Scope, ids::BookingId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    bookings::{
        self,
        input::{BookingNoteInput, DetailsInput},
        model::Booking,
        view::{BookingView, Warning},
    },
    insurance,
};
use data::note::NoteView;

pub async fn get(mut scope: Scope, ById { id }: ById<BookingId>) -> Result<BookingView> {
    let booking = bookings::store::find(&mut scope, id).await?;
    load_view(&mut scope, booking).await
}

pub async fn load_view(scope: &mut Scope, booking: Booking) -> Result<BookingView> {
    let mut belongings = bookings::store::load_related(scope, &booking).await?;
    bookings::authors::mask_authors(scope, &mut belongings).await?;
    belongings
        .warnings
        .extend(insurance::service::warning(scope, &booking).await?);
    Ok(BookingView::for_single(scope, booking, belongings))
}

pub async fn cancel(mut scope: Scope, ById { id }: ById<BookingId>) -> Result<BookingView> {
    let booking = bookings::cancel::cancel(&mut scope, id).await?;
    load_view(&mut scope, booking).await
}

pub async fn delete(mut scope: Scope, ById { id }: ById<BookingId>) -> Result<Empty> {
    bookings::change::delete(&mut scope, id).await?;
    Ok(Empty {})
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddNote {
    booking_id: BookingId,
    booking_note: BookingNoteInput,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Noted {
    booking: BookingView,
    booking_notes: Vec<NoteView>,
    booking_warnings: Vec<Warning>,
}

pub async fn add_note(mut scope: Scope, note: AddNote) -> Result<Noted> {
    let booking = bookings::change::note(
        &mut scope,
        note.booking_id,
        &note.booking_note,
        "bookingNote",
    )
    .await?;
    let booking = load_view(&mut scope, booking).await?;
    let booking_notes = booking.booking_notes.clone().unwrap_or_default();
    let booking_warnings = booking.booking_warnings.clone().unwrap_or_default();
    Ok(Noted {
        booking,
        booking_notes,
        booking_warnings,
    })
}

pub async fn details(mut scope: Scope, change: Change<DetailsInput>) -> Result<BookingView> {
    let booking = bookings::change::details(&mut scope, change).await?;
    load_view(&mut scope, booking).await
}
