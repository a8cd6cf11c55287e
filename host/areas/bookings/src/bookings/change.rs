//! Smaller changes: hold and release, notes, manual details, deletion and status events.

use data::{
    Change, Error, FieldError, Result, Scope, Where, ids::BookingId, message, note, validate,
};
use quotes::quotes::consignment;
use work::event::ScopeEvents;

use crate::{
    access::{BOOKING_CHANGE_STATUS, BOOKING_EDIT_PRICE},
    bookings::{
        input::{BookingNoteInput, DetailsInput, PriceInput},
        model::Booking,
        operations::{
            LIMIT_EXCEEDED, LoggedOperation, Operation, OperationStatus, STATUS_NOT_ALLOWED,
        },
        records::{BookingNote, Document},
        status::Status,
        store::Entry,
    },
    dates, events,
    prices::by_hand::{SentAmount, Taxation},
    tracking::scans::Scan,
};
use crate::{
    booking_documents::{self, attachments::StoredFiles},
    bookings, insurance, numbers, places, prices, tracking,
};

pub async fn announce_status(scope: &mut Scope, booking: &Booking, before: Status) -> Result<()> {
    if booking.booking_status == before {
        return Ok(());
    }
    let news = events::StatusChange {
        booking_id: booking.id,
        from: before,
        to: booking.booking_status,
    };
    scope.publish(&events::STATUS_CHANGED, &news).await
}

/// Blocks booking and manifesting until release.
pub async fn hold(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let booking = bookings::store::find(scope, id).await?;
    Operation::Hold.check_for(&booking)?;
    let booking = begin_hold(scope, booking).await?;
    scope.commit().await?;
    Ok(booking)
}

/// Holds a booking whose status was checked; the caller commits.
pub async fn begin_hold(scope: &mut Scope, mut booking: Booking) -> Result<Booking> {
    let before = booking.booking_status;
    booking.status_before_hold = Some(before);
    booking.booking_status = Status::OnHold;
    record_change(scope, booking, before, LoggedOperation::Hold).await
}

pub async fn release(scope: &mut Scope, id: BookingId) -> Result<Booking> {
    let booking = bookings::store::find(scope, id).await?;
    let booking = end_hold(scope, booking).await?;
    scope.commit().await?;
    Ok(booking)
}

/// Returns a held booking to the status before; the caller commits.
pub async fn end_hold(scope: &mut Scope, mut booking: Booking) -> Result<Booking> {
    Operation::Release.check_for(&booking)?;
    let before = booking.booking_status;
    booking.booking_status = booking.status_before_hold.take().unwrap_or(before);
    record_change(scope, booking, before, LoggedOperation::Release).await
}

async fn record_change(
    scope: &mut Scope,
    mut booking: Booking,
    before: Status,
    operation: LoggedOperation,
) -> Result<Booking> {
    scope.update(&mut booking).await?;
    bookings::store::log(
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
    Ok(booking)
}

pub async fn note(
    scope: &mut Scope,
    id: BookingId,
    input: &BookingNoteInput,
    member: &str,
) -> Result<Booking> {
    let booking = bookings::store::find(scope, id).await?;
    let errors = check_note(scope, input, member);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    check_room_for_note(scope, id).await?;
    bookings::store::add_note(scope, id, &input.comment, input.is_internal).await?;
    scope.commit().await?;
    Ok(booking)
}

/// Only staff writes internal notes: no other user could read them again.
pub fn check_note(scope: &Scope, input: &BookingNoteInput, member: &str) -> Vec<FieldError> {
    let comment = note::check(&input.comment, &format!("{member}.comment"));
    let is_internal = (input.is_internal && !scope.caller.is_staff()).then(|| {
        FieldError::new(
            format!("{member}.isInternal"),
            message!("is available to staff only"),
        )
    });
    comment.into_iter().chain(is_internal).collect()
}

/// Limited because all notes are loaded with the booking.
const MAX_NOTES: i64 = 500;

pub async fn check_room_for_note(scope: &mut Scope, id: BookingId) -> Result<()> {
    match scope
        .count::<BookingNote>(Where::all().eq(BookingNote::BOOKING_ID, id))
        .await?
        < MAX_NOTES
    {
        true => Ok(()),
        false => Err(LIMIT_EXCEEDED.with_message(message!(
            "A booking can have at most {max} notes.",
            max = MAX_NOTES
        ))),
    }
}

/// Omitted fields stay unchanged.
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
    let edit = scope
        .edit(change.of_record(DetailsInput::from_booking))
        .await?;
    let (form, Some(before)) = (edit.record, edit.before) else {
        return Err(Error::invalid("bookingId", message!("is required")));
    };
    let mut booking = before.clone();
    let mut errors = validate::check("", &form);
    let mut log_texts = numbers::service::set(scope, &mut booking, &form, &mut errors).await?;
    let attached = booking_documents::attachments::load_files(scope, &form, &mut errors).await?;
    if !form.pricing_info.is_empty() {
        scope.require(BOOKING_EDIT_PRICE)?;
        let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
        let taxation = Taxation::new(&booking.pricing_detail, &settings);
        errors.extend(set_prices(&mut booking, &form.pricing_info, taxation)?);
        log_texts.push("price".to_owned());
    }
    if let Some(insurance) = &form.insurance_info {
        scope.require(BOOKING_EDIT_PRICE)?;
        let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
        let taxation = Taxation::new(&booking.pricing_detail, &settings);
        errors.extend(insurance::service::set_price(
            &mut booking,
            insurance,
            taxation,
        )?);
        log_texts.push("insurance price".to_owned());
    }
    let status = match &form.booking_status {
        None => None,
        Some(word) => {
            scope.require(BOOKING_CHANGE_STATUS)?;
            match tracking::service::scanned_status(word, "bookingStatus") {
                Err(Error::Invalid(fields)) => {
                    errors.extend(fields);
                    None
                }
                status => Some(status?),
            }
        }
    };
    let mailed = match form.send_email {
        false => None,
        true => match booking_documents::email::recipient(&booking, form.email.as_deref()) {
            Err(Error::Invalid(fields)) => {
                let is_reported = errors.iter().any(|known| known.member == "email");
                errors.extend(fields.into_iter().filter(|_| !is_reported));
                None
            }
            address => Some(address?),
        },
    };
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    log_texts.extend(files.store(scope, booking.id, attached).await?);
    if let Some(address) = mailed {
        booking_documents::email::send_to_address(scope, &booking, address).await?;
    }
    if let Some(comment) = &form.note {
        check_room_for_note(scope, booking.id).await?;
        bookings::store::add_note(scope, booking.id, comment, false).await?;
    }
    if let Some(status) = status.filter(|status| *status != booking.booking_status) {
        set_status(scope, &mut booking, status).await?;
        log_texts.push(format!("status {status}"));
    }
    numbers::service::save(scope, &before, &mut booking).await?;
    if !log_texts.is_empty() {
        let value = Some(log_texts.join(", "));
        bookings::store::log(
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
        .publish(
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

/// Sets a status by hand, from the manifest on, and ends automatic tracking. Unlike a scan it
/// replaces the status; a final one stays.
async fn set_status(scope: &mut Scope, booking: &mut Booking, status: Status) -> Result<()> {
    Operation::AddTrackingEvent.check_for(booking)?;
    match booking.booking_status {
        Status::Lost if status == Status::Delivered => {}
        Status::Lost => {
            return Err(STATUS_NOT_ALLOWED
                .with_message(message!("Lost goods can only turn up as Delivered.")));
        }
        now if now.is_final() => {
            return Err(STATUS_NOT_ALLOWED.with_message(message!(
                "The booking is {now}. Its status cannot change; add a scan instead."
            )));
        }
        _ => {}
    }
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let scan_time = dates::parse_scan_time(None, zone, scope.now())
        .map_err(|message| Error::invalid("bookingStatus", message))?;
    booking.booking_status = status;
    booking.tracking.tracked_automatically = false;
    booking.tracking.last_tracking_status = Some(status);
    booking.tracking.last_tracking_modified_time = Some(scan_time.at);
    let scan = Scan {
        event_id: format!("hand-{}", scope.new_guid().simple()),
        status: Some(status),
        time: scan_time,
        description: "Status set by hand".to_owned(),
        location: String::new(),
        signed_by: None,
        carrier_status: None,
    };
    bookings::store::add_scan(scope, booking.id, scan, true).await
}

/// Matches price lines by code; returns the errors.
fn set_prices(
    booking: &mut Booking,
    lines: &[PriceInput],
    taxation: Taxation<'_>,
) -> Result<Vec<FieldError>> {
    if booking.invoice.invoice_id.is_some() {
        return Err(STATUS_NOT_ALLOWED.with_message(message!(
            "The booking is invoiced: correct its price with a credit note."
        )));
    }
    let mut errors = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let prefix = format!("pricingInfo[{at}]");
        let found = booking
            .pricing_detail
            .service_details
            .iter_mut()
            .find(|known| known.service_code == line.service_code);
        let Some(found) = found else {
            errors.push(FieldError::new(
                format!("{prefix}.serviceCode"),
                message!("is not a line of this booking's price"),
            ));
            continue;
        };
        let sent = SentAmount {
            tax_exclusive_amount: line.tax_exclusive_amount,
            tax: line.tax,
        };
        match prices::by_hand::change_amount(found.sold(), sent, taxation, &prefix) {
            Ok(amount) => found.set_sold(amount),
            Err(invalid) => errors.extend(invalid),
        }
        found.is_updated = true;
        found.note = line.note.clone().or(found.note.take());
    }
    if !errors.is_empty() {
        return Ok(errors);
    }
    let price = std::mem::take(&mut booking.pricing_detail).with_totals();
    prices::service::change_price(booking, price);
    Ok(errors)
}

pub async fn delete(scope: &mut Scope, id: BookingId) -> Result<()> {
    // A claim that books it at the carrier waits, or has been before.
    scope.lock::<Booking>(id).await?;
    let booking = bookings::store::find(scope, id).await?;
    Operation::Delete.check_for(&booking)?;
    let documents: Vec<Document> = scope
        .all(data::Where::all().eq(Document::BOOKING_ID, id))
        .await?;
    bookings::legs::check_delete(scope, &booking).await?;
    places::store::uncount(scope, &booking).await?;
    scope.delete::<Booking>(id).await?;
    let payload = events::DeletedBooking {
        booking_id: id,
        customer_id: Some(booking.payer.customer_id),
    };
    scope.publish(&events::DELETED, &payload).await?;
    scope.commit().await?;
    for document in documents {
        // Without its row the file only takes space.
        if let Err(error) = scope
            .host()
            .files()
            .delete(scope.tenant, &document.file_key)
            .await
        {
            tracing::warn!(
                document = document.id.0,
                error = format!("{error:#}"),
                "cannot delete a file"
            );
        }
    }
    Ok(())
}
