//! Connote, manifest and pickup numbers set by hand.
//!
//! Invariants:
//! - Only staff and carriers set them; staff also after the manifest, when details are closed to
//!   customers.
//! - A number is unique per tenant and carrier.
//! - A number from the carrier is never cleared.

use data::{FieldError, Message, Refusal, Result, Scope, message};

use crate::{
    bookings::{input::DetailsInput, model::Booking},
    numbers::{self, store::Number},
};

/// Sets the form's numbers. Returns log texts of the changes.
pub async fn set(
    scope: &mut Scope,
    booking: &mut Booking,
    form: &DetailsInput,
    errors: &mut Vec<FieldError>,
) -> Result<Vec<String>> {
    let mut changes = Vec::new();
    for (kind, member, new) in [
        (Number::Connote, "consignmentId", &form.consignment_id),
        (Number::Manifest, "manifestId", &form.manifest_id),
        (Number::Pickup, "pickupRequestId", &form.pickup_request_id),
    ] {
        if *new == *slot(booking, kind) {
            continue;
        }
        if let Some(rejection) = rejection(scope, booking, kind, new.as_deref()).await? {
            errors.push(FieldError::new(member, rejection));
            continue;
        }
        changes.push(format!("{member} {}", new.as_deref().unwrap_or("none")));
        slot(booking, kind).clone_from(new);
    }
    Ok(changes)
}

fn slot(booking: &mut Booking, kind: Number) -> &mut Option<String> {
    match kind {
        Number::Connote => &mut booking.consignment.consignment_id,
        Number::Manifest => &mut booking.consignment.manifest_id,
        Number::Pickup => &mut booking.consignment.pickup_request_id,
    }
}

async fn rejection(
    scope: &mut Scope,
    booking: &Booking,
    kind: Number,
    new: Option<&str>,
) -> Result<Option<Message>> {
    if scope.caller.customer().is_some() {
        return Ok(Some(message!("can only be set by staff and carriers")));
    }
    let Some(number) = new else {
        let is_the_carriers = is_from_carrier(booking, kind);
        return Ok(
            is_the_carriers.then(|| message!("is the carrier's: it can be corrected, not emptied"))
        );
    };
    if booking.service.carrier.is_none() {
        return Ok(Some(message!("needs a carrier: get a quote first")));
    }
    let is_taken = numbers::store::is_taken(scope, kind, number, booking).await?;
    Ok(is_taken.then(|| message!("belongs to another booking of this carrier")))
}

fn is_from_carrier(booking: &Booking, kind: Number) -> bool {
    match kind {
        Number::Connote => booking.carrier_record.booked.is_some(),
        Number::Manifest => booking.consignment.manifest_row_id.is_some(),
        Number::Pickup => booking.consignment.pickup_row_id.is_some(),
    }
}

const NUMBER_IN_USE: Refusal = Refusal::new(
    4140,
    "The number belongs to another booking of this carrier.",
);

/// Saves the new numbers. The unique index resolves concurrent use of one connote.
pub async fn save(scope: &mut Scope, before: &Booking, booking: &mut Booking) -> Result<()> {
    let is_new = before.consignment.consignment_id != booking.consignment.consignment_id;
    match scope.update(booking).await {
        Err(error) if is_new && error.is_duplicate() => return Err(NUMBER_IN_USE.into()),
        other => other?,
    }
    if is_new {
        numbers::store::restore_connote(scope, booking).await?;
    }
    Ok(())
}
