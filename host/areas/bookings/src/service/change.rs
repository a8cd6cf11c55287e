//! Small changes: holding and releasing, notes, what staff set by hand, deleting, and telling the areas above of a new status.

use kernel::{
    Change, Error, FieldError, Result, Scope, Where, ids::BookingId, message, note, validate,
};
use quotes::rules::consignment;
use rust_decimal::Decimal;

use super::{
    attachments::{self, StoredFiles},
    charge, insurance, legs, numbers, paperwork, places, track,
};
use crate::{
    access::{BOOKING_CHANGE_STATUS, BOOKING_EDIT_PRICE},
    events,
    model::{
        Booking, BookingNote, Document,
        input::{DetailsInput, PriceInput},
    },
    rules::{
        dates,
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus, TOO_MUCH},
        scan::Scan,
        status::Status,
    },
    store::{self, Entry},
};

/// Tells the areas above that the status is another than it was.
pub async fn announce_status(scope: &mut Scope, booking: &Booking, before: Status) -> Result<()> {
    if booking.booking_status == before {
        return Ok(());
    }
    let news = events::StatusChange {
        booking_id: booking.id,
        from: before,
        to: booking.booking_status,
    };
    scope.announce(&events::STATUS_CHANGED, &news).await
}

/// Keeps it from being booked or manifested until it is released.
pub async fn hold(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let mut booking = store::find(scope, id).await?;
    Operation::Hold.check_for(&booking)?;
    let before = booking.booking_status;
    booking.status_before_hold = Some(before);
    booking.booking_status = Status::OnHold;
    changed(scope, booking, before, LoggedOperation::Hold).await
}

pub async fn release(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let mut booking = store::find(scope, id).await?;
    Operation::Release.check_for(&booking)?;
    let before = booking.booking_status;
    booking.booking_status = booking.status_before_hold.take().unwrap_or(before);
    changed(scope, booking, before, LoggedOperation::Release).await
}

async fn changed(
    scope: &mut Scope,
    mut booking: Booking,
    before: Status,
    operation: LoggedOperation,
) -> Result<Booking> {
    scope.update(&mut booking).await?;
    store::log(
        scope,
        booking.id,
        Entry {
            operation,
            status: OperationStatus::Success,
            value: None,
            message: None,
        },
    )
    .await?;
    announce_status(scope, &booking, before).await?;
    scope.commit().await?;
    Ok(booking)
}

pub async fn note(
    scope: &mut Scope,
    id: BookingId,
    comment: &str,
    member: &str,
) -> Result<Booking> {
    let booking = store::find(scope, id).await?;
    if let Some(error) = note::check(comment, member) {
        return Err(Error::Invalid(vec![error]));
    }
    check_room_for_note(scope, id).await?;
    store::add_note(scope, id, comment).await?;
    scope.commit().await?;
    Ok(booking)
}

/// Notes of one booking: all of them are read with it.
const MAX_NOTES: i64 = 500;

/// Refuses another note about a booking that has as many as it may have.
pub async fn check_room_for_note(scope: &mut Scope, id: BookingId) -> Result<()> {
    match scope
        .count::<BookingNote>(Where::all().eq(BookingNote::BOOKING_ID, id))
        .await?
        < MAX_NOTES
    {
        true => Ok(()),
        false => Err(TOO_MUCH.because(message!(
            "A booking can have at most {max} notes.",
            max = MAX_NOTES
        ))),
    }
}

/// Saves details set by hand: numbers and files of the carrier, a status, prices. Absent members stay.
pub async fn details(scope: &mut Scope, change: Change<DetailsInput>) -> Result<Booking> {
    let mut files = StoredFiles::default();
    let saved = save_details(scope, change, &mut files).await;
    scope.rollback();
    files.clean_up(scope, saved.is_ok()).await;
    saved
}

async fn save_details(
    scope: &mut Scope,
    change: Change<DetailsInput>,
    files: &mut StoredFiles,
) -> Result<Booking> {
    let (form, before) = scope.edit_as(change, DetailsInput::of).await?;
    let Some(before) = before else {
        return Err(Error::invalid("bookingId", message!("is required")));
    };
    let mut booking = before.clone();
    let mut wrong = validate::check("", &form);
    let mut said = numbers::set(scope, &mut booking, &form, &mut wrong).await?;
    let attached = attachments::read(scope, &form, &mut wrong).await?;
    if !form.pricing_info.is_empty() {
        scope.require(BOOKING_EDIT_PRICE)?;
        let currency = tenancy::settings(scope).await?.base_currency.clone();
        wrong.extend(set_prices(&mut booking, &form.pricing_info, &currency)?);
        said.push("price".to_owned());
    }
    if let Some(insurance) = &form.insurance_info {
        scope.require(BOOKING_EDIT_PRICE)?;
        let currency = tenancy::settings(scope).await?.base_currency.clone();
        wrong.extend(insurance::set_price(&mut booking, insurance, &currency)?);
        said.push("insurance price".to_owned());
    }
    let status = match &form.booking_status {
        None => None,
        Some(word) => {
            scope.require(BOOKING_CHANGE_STATUS)?;
            match track::scanned_status(word, "bookingStatus") {
                Err(Error::Invalid(fields)) => {
                    wrong.extend(fields);
                    None
                }
                status => Some(status?),
            }
        }
    };
    let mailed = match form.send_email {
        false => None,
        true => match paperwork::address(&booking, form.email.as_deref()) {
            Err(Error::Invalid(fields)) => {
                let is_told = wrong.iter().any(|known| known.member == "email");
                wrong.extend(fields.into_iter().filter(|_| !is_told));
                None
            }
            address => Some(address?),
        },
    };
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    said.extend(files.keep(scope, booking.id, attached).await?);
    if let Some(address) = mailed {
        said.push(format!("documents mailed to {address}"));
        paperwork::send(scope, &booking, address).await?;
    }
    if let Some(comment) = &form.note {
        check_room_for_note(scope, booking.id).await?;
        store::add_note(scope, booking.id, comment).await?;
    }
    if let Some(status) = status.filter(|status| *status != booking.booking_status) {
        set_status(scope, &mut booking, status).await?;
        said.push(format!("status {status}"));
    }
    numbers::save(scope, &before, &mut booking).await?;
    if !said.is_empty() {
        let value = Some(said.join(", "));
        store::log(
            scope,
            booking.id,
            Entry {
                operation: LoggedOperation::UpdateDetails,
                status: OperationStatus::Success,
                value,
                message: None,
            },
        )
        .await?;
    }
    scope
        .announce(
            &events::EDITED,
            &events::OneBooking {
                booking_id: booking.id,
            },
        )
        .await?;
    announce_status(scope, &booking, before.booking_status).await?;
    scope.commit().await?;
    Ok(booking)
}

/// A status set by hand counts from the manifest on and ends automatic tracking. Unlike a scan it replaces the status,
/// so a final one stays.
async fn set_status(scope: &mut Scope, booking: &mut Booking, status: Status) -> Result<()> {
    Operation::AddTrackingEvent.check_for(booking)?;
    match booking.booking_status {
        Status::Lost if status == Status::Delivered => {}
        Status::Lost => {
            return Err(NOT_NOW.because(message!("Lost goods can only turn up as Delivered.")));
        }
        now if now.is_final() => {
            return Err(NOT_NOW.because(message!(
                "The booking is {now}. Its status cannot change; add a scan instead."
            )));
        }
        _ => {}
    }
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let seen = dates::seen(None, zone, scope.now())
        .map_err(|message| Error::invalid("bookingStatus", message))?;
    booking.booking_status = status;
    booking.tracked_automatically = false;
    booking.last_tracking_status = Some(status);
    booking.last_tracking_modified_time = Some(seen.at);
    let scan = Scan {
        event_id: format!("hand-{}", scope.new_guid().simple()),
        status: Some(status),
        seen,
        description: "Status set by hand".to_owned(),
        location: String::new(),
        signed_by: None,
        carrier_status: None,
    };
    store::add_scan(scope, booking.id, scan, true).await
}

/// The customer's side of lines that are named by their codes; the totals are made anew. Gives what is wrong.
fn set_prices(
    booking: &mut Booking,
    lines: &[PriceInput],
    currency: &str,
) -> Result<Vec<FieldError>> {
    if booking.invoice_id.is_some() {
        return Err(NOT_NOW.because(message!(
            "The booking is invoiced: correct its price with a credit note."
        )));
    }
    let mut wrong = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let member = |name: &str| format!("pricingInfo[{at}].{name}");
        let found = booking
            .pricing_detail
            .service_details
            .iter_mut()
            .find(|known| known.service_code == line.service_code);
        let Some(found) = found else {
            wrong.push(FieldError::new(
                member("serviceCode"),
                message!("is not a line of this booking's price"),
            ));
            continue;
        };
        for (name, amount) in [
            ("taxExclusiveAmount", line.tax_exclusive_amount),
            ("tax", line.tax),
        ] {
            let Some(amount) = amount else { continue };
            if amount < Decimal::ZERO {
                wrong.push(FieldError::new(
                    member(name),
                    message!("must not be negative"),
                ));
            } else {
                wrong.extend(freight::money::check(amount, &member(name)).err());
            }
        }
        let cents = |amount: Decimal| freight::money::round(amount, currency);
        found.tax_exclusive_amount = line
            .tax_exclusive_amount
            .map_or(found.tax_exclusive_amount, cents);
        found.tax = line.tax.map_or(found.tax, cents);
        found.amount = found.tax_exclusive_amount + found.tax;
        found.is_updated = true;
        found.note = line.note.clone().or(found.note.take());
    }
    if !wrong.is_empty() {
        return Ok(wrong);
    }
    let price = std::mem::take(&mut booking.pricing_detail).summed();
    charge::change_price(booking, price);
    Ok(wrong)
}

/// Removes a draft, a quoted or a cancelled booking with all that belongs to it.
pub async fn delete(scope: &mut Scope, id: BookingId) -> Result<()> {
    let booking = store::find(scope, id).await?;
    Operation::Delete.check_for(&booking)?;
    let documents: Vec<Document> = scope
        .all(kernel::Where::all().eq(Document::BOOKING_ID, id))
        .await?;
    legs::deleted(scope, &booking).await?;
    places::left(scope, &booking).await?;
    scope.delete::<Booking>(id).await?;
    let gone = events::DeletedBooking {
        booking_id: id,
        customer_id: Some(booking.customer_id),
    };
    scope.announce(&events::DELETED, &gone).await?;
    scope.commit().await?;
    for document in documents {
        // Without its row the file only takes up space.
        if let Err(error) = scope
            .host()
            .files()
            .delete(scope.tenant, &document.file_key)
            .await
        {
            tracing::warn!(
                document = document.id.0,
                error = format!("{error:#}"),
                "a file could not be removed"
            );
        }
    }
    Ok(())
}
