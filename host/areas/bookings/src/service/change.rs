//! Small changes: holding and releasing, notes, what staff set by hand, deleting, and telling the areas above of a new status.

use kernel::{Error, Result, Scope, ids::BookingId};
use quotes::rules::consignment;
use rust_decimal::Decimal;

use super::track;
use crate::{
    access::{BOOKING_CHANGE_STATUS, BOOKING_EDIT_PRICE},
    events,
    model::{
        Booking, Document,
        input::{DetailsInput, PriceInput},
    },
    rules::{
        check, dates,
        operations::{LoggedOperation, NOT_NOW, Operation, OperationStatus},
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
    let news = events::StatusChange { booking_id: booking.id, from: before, to: booking.booking_status };
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
    store::log(scope, booking.id, Entry { operation, status: OperationStatus::Success, value: None, message: None })
        .await?;
    announce_status(scope, &booking, before).await?;
    scope.commit().await?;
    Ok(booking)
}

pub async fn note(scope: &mut Scope, id: BookingId, comment: &str, member: &str) -> Result<Booking> {
    let booking = store::find(scope, id).await?;
    if let Some(error) = check::note(comment, member) {
        return Err(Error::Invalid(vec![error]));
    }
    store::add_note(scope, id, comment).await?;
    scope.commit().await?;
    Ok(booking)
}

/// What staff set by hand: numbers the carrier told them, a status, prices. What is left out stays.
pub async fn details(scope: &mut Scope, input: DetailsInput) -> Result<Booking> {
    let mut booking = store::find(scope, input.booking_id).await?;
    let mut said = Vec::new();
    let numbers = [
        ("consignmentId", &input.consignment_id, &mut booking.consignment_id),
        ("manifestId", &input.manifest_id, &mut booking.manifest_id),
        ("pickupRequestId", &input.pickup_request_id, &mut booking.pickup_request_id),
    ];
    for (member, new, field) in numbers {
        let Some(new) = new.as_deref().map(str::trim).filter(|new| !new.is_empty()) else { continue };
        if new.chars().count() > 64 {
            return Err(Error::invalid(member, "must be at most 64 characters"));
        }
        if field.as_deref() != Some(new) {
            *field = Some(new.to_owned());
            said.push(format!("{member} {new}"));
        }
    }
    if !input.pricing_info.is_empty() {
        scope.require(BOOKING_EDIT_PRICE)?;
        let currency = tenancy::settings(scope).await?.base_currency.clone();
        set_prices(&mut booking, &input.pricing_info, &currency)?;
        said.push("price".to_owned());
    }
    if let Some(comment) = input.note.as_deref().filter(|comment| !comment.trim().is_empty()) {
        if let Some(error) = check::note(comment, "note") {
            return Err(Error::Invalid(vec![error]));
        }
        store::add_note(scope, booking.id, comment).await?;
    }
    let before = booking.booking_status;
    if let Some(word) = input.booking_status.as_deref().filter(|word| !word.trim().is_empty()) {
        scope.require(BOOKING_CHANGE_STATUS)?;
        if set_status(scope, &mut booking, word).await? {
            said.push(format!("status {}", booking.booking_status));
        }
    }
    scope.update(&mut booking).await?;
    if !said.is_empty() {
        let value = Some(said.join(", "));
        store::log(
            scope,
            booking.id,
            Entry { operation: LoggedOperation::UpdateDetails, status: OperationStatus::Success, value, message: None },
        )
        .await?;
    }
    announce_status(scope, &booking, before).await?;
    scope.commit().await?;
    Ok(booking)
}

/// A status set by hand counts from the manifest on and ends automatic tracking. Tells whether it is another than before.
async fn set_status(scope: &mut Scope, booking: &mut Booking, word: &str) -> Result<bool> {
    let status = track::scanned_status(word, "bookingStatus")?;
    if status == booking.booking_status {
        return Ok(false);
    }
    Operation::AddTrackingEvent.check_for(booking)?;
    if booking.booking_status == Status::Lost && status != Status::Delivered {
        return Err(NOT_NOW.because("Lost goods can only turn up as Delivered."));
    }
    let zone = consignment::zone(&tenancy::settings(scope).await?.timezone);
    let seen = dates::seen(None, zone, scope.now()).map_err(|message| Error::invalid("bookingStatus", message))?;
    booking.booking_status = status;
    booking.tracked_automatically = false;
    booking.last_tracking_status = Some(status);
    booking.last_tracking_modified_time = Some(seen.at);
    let scan = Scan {
        event_id: format!("hand-{}", scope.new_guid().simple()),
        status: Some(status),
        seen,
        description: format!("Status set by {}", scope.caller.name()),
        location: String::new(),
        signed_by: None,
    };
    store::add_scan(scope, booking.id, scan, true).await?;
    Ok(true)
}

/// The customer's side of lines that are named by their codes; the totals are made anew.
fn set_prices(booking: &mut Booking, lines: &[PriceInput], currency: &str) -> Result<()> {
    if booking.invoice_id.is_some() {
        return Err(NOT_NOW.because("The booking is invoiced: correct its price with a credit note."));
    }
    for (at, line) in lines.iter().enumerate() {
        let member = |name: &str| format!("pricingInfo[{at}].{name}");
        let found =
            booking.pricing_detail.service_details.iter_mut().find(|known| known.service_code == line.service_code);
        let Some(found) = found else {
            return Err(Error::invalid(member("serviceCode"), "is not a line of this booking's price"));
        };
        let taxed = [("taxExclusiveAmount", line.tax_exclusive_amount), ("tax", line.tax)];
        for (name, amount) in taxed {
            if let Some(amount) = amount {
                freight::money::check(amount, &member(name)).map_err(|error| Error::Invalid(vec![error]))?;
                if amount < Decimal::ZERO {
                    return Err(Error::invalid(member(name), "must not be negative"));
                }
            }
        }
        let cents = |amount: Decimal| freight::money::round(amount, currency);
        found.tax_exclusive_amount = line.tax_exclusive_amount.map_or(found.tax_exclusive_amount, cents);
        found.tax = line.tax.map_or(found.tax, cents);
        found.amount = found.tax_exclusive_amount + found.tax;
        found.is_updated = true;
        found.note = line.note.clone().or(found.note.take());
    }
    booking.pricing_detail = std::mem::take(&mut booking.pricing_detail).summed();
    booking.total_price = booking.pricing_detail.total.total;
    booking.freight_price = booking.total_price - booking.insurance_price;
    Ok(())
}

/// Removes a draft, a quoted or a cancelled booking with all that belongs to it.
pub async fn delete(scope: &mut Scope, id: BookingId) -> Result<()> {
    let booking = store::find(scope, id).await?;
    Operation::Delete.check_for(&booking)?;
    let documents: Vec<Document> = scope.all(kernel::Where::all().eq(Document::BOOKING_ID, id)).await?;
    scope.delete::<Booking>(id).await?;
    scope.announce(&events::DELETED, &events::OneBooking { booking_id: id }).await?;
    scope.commit().await?;
    for document in documents {
        // The row is gone: a file that stays behind takes room and is found by nobody.
        if let Err(error) = scope.host().files().delete(scope.tenant, &document.file_key).await {
            tracing::warn!(document = document.id.0, error = format!("{error:#}"), "a file could not be removed");
        }
    }
    Ok(())
}
