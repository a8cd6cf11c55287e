//! Previews rejections of operations: rules only, without effects.

use std::collections::BTreeSet;

use carriers::port::CarrierPort;
use kernel::{Error, Result, Scope, Where, ids::BookingId, message};

use super::{billing, carrier, paperwork, pickup, track};
use crate::{
    model::{Booking, Document},
    port::InvoicePort,
    rules::operations::{Operation, STATUS_NOT_ALLOWED},
};

/// Bookings that have documents to email.
pub async fn find_mailable(
    scope: &mut Scope,
    bookings: &[BookingId],
) -> Result<BTreeSet<BookingId>> {
    let documents: Vec<Document> = scope
        .all(Where::all().is_in(Document::BOOKING_ID, bookings))
        .await?;
    Ok(documents
        .into_iter()
        .filter_map(|document| document.booking_id)
        .collect())
}

/// Requires the operation's permission and feature.
pub fn check_permission(scope: &Scope, operation: Operation) -> Result<()> {
    scope.require(operation.permission())?;
    match operation {
        Operation::Invoice => scope.require(scope.port::<dyn InvoicePort>()?.permission()),
        _ => Ok(()),
    }
}

/// Rejects the operations that the rules forbid now. A carrier may still refuse others. `mailable`:
/// bookings with documents.
pub fn check(
    scope: &Scope,
    booking: &Booking,
    operation: Operation,
    mailable: &BTreeSet<BookingId>,
) -> Result<()> {
    check_permission(scope, operation)?;
    match operation {
        Operation::PrintLabel
        | Operation::EmailDocuments
        | Operation::RefreshTracking
        | Operation::PrintManifest => {
            operation.check(booking.effective_status())?;
        }
        _ => operation.check_for(booking)?,
    }
    match operation {
        Operation::Book => carrier::account_of(booking).map(drop),
        Operation::PrintLabel => carrier::carrier_record(booking).map(drop),
        Operation::Manifest => carrier::account_of(booking)
            .and_then(|_| carrier::carrier_record(booking))
            .map(drop),
        Operation::BookPickup => {
            carrier::carrier_record(booking)?;
            let port = scope.port::<dyn CarrierPort>()?;
            let known = booking
                .carrier
                .as_deref()
                .and_then(|code| port.carrier(scope.tenant, code));
            if known.is_some_and(|carrier| carrier.picks_up) {
                Ok(())
            } else {
                Err(pickup::UNSUPPORTED.into())
            }
        }
        Operation::PrintManifest if booking.manifest_row_id.is_none() => Err(STATUS_NOT_ALLOWED
            .with_message(message!("There is no manifest sheet for this booking."))),
        Operation::RefreshTracking if !track::supports_tracking(scope, booking)? => {
            Err(STATUS_NOT_ALLOWED.with_message(message!(
                "This carrier has no tracking. Enter scans by hand."
            )))
        }
        Operation::EmailDocuments if !mailable.contains(&booking.id) => {
            Err(paperwork::NOTHING.into())
        }
        Operation::EmailDocuments => match paperwork::recipient(booking, None) {
            Ok(_) => Ok(()),
            Err(Error::Invalid(_)) => {
                Err(STATUS_NOT_ALLOWED.with_message(message!("The booking has no email address.")))
            }
            Err(error) => Err(error),
        },
        Operation::Invoice => billing::check(booking),
        _ => Ok(()),
    }
}
