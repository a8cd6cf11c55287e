//! What operations would be refused for, told before anybody asks for them: the rules alone, without effects.

use std::collections::BTreeSet;

use carriers::port::CarrierPort;
use kernel::{Error, Result, Scope, Where, ids::BookingId, message};

use super::{billing, carrier, paperwork, pickup, track};
use crate::{
    model::{Booking, Document},
    port::InvoicePort,
    rules::operations::{NOT_NOW, Operation},
};

/// Those of the bookings that have documents to mail.
pub async fn mailable(scope: &mut Scope, bookings: &[BookingId]) -> Result<BTreeSet<BookingId>> {
    let documents: Vec<Document> = scope
        .all(Where::all().is_in(Document::BOOKING_ID, bookings))
        .await?;
    Ok(documents
        .into_iter()
        .filter_map(|document| document.booking_id)
        .collect())
}

/// Whether the caller may ask for it at all.
pub fn check_permission(scope: &Scope, operation: Operation) -> Result<()> {
    scope.require(operation.permission())?;
    match operation {
        Operation::Invoice => scope.require(scope.port::<dyn InvoicePort>()?.permission()),
        _ => Ok(()),
    }
}

/// Refuses what the rules refuse for the booking as it stands. A carrier may still refuse what they allow. `mailable` are the
/// bookings that have documents.
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
            operation.check(booking.standing())?;
        }
        _ => operation.check_for(booking)?,
    }
    match operation {
        Operation::Book => carrier::account(booking).map(drop),
        Operation::PrintLabel => carrier::booked(booking).map(drop),
        Operation::Manifest => carrier::account(booking)
            .and_then(|_| carrier::booked(booking))
            .map(drop),
        Operation::BookPickup => {
            carrier::booked(booking)?;
            let port = scope.port::<dyn CarrierPort>()?;
            let known = booking
                .carrier
                .as_deref()
                .and_then(|code| port.carrier(scope.tenant, code));
            if known.is_some_and(|carrier| carrier.picks_up) {
                Ok(())
            } else {
                Err(pickup::CANNOT.into())
            }
        }
        Operation::PrintManifest if booking.manifest_row_id.is_none() => {
            Err(NOT_NOW.because(message!("There is no manifest sheet for this booking.")))
        }
        Operation::RefreshTracking if !track::tracks(scope, booking)? => Err(NOT_NOW.because(
            message!("This carrier cannot be asked where goods are. Enter scans by hand."),
        )),
        Operation::EmailDocuments if !mailable.contains(&booking.id) => {
            Err(paperwork::NOTHING.into())
        }
        Operation::EmailDocuments => match paperwork::address(booking, None) {
            Ok(_) => Ok(()),
            Err(Error::Invalid(_)) => {
                Err(NOT_NOW.because(message!("The booking has no e-mail address.")))
            }
            Err(error) => Err(error),
        },
        Operation::Invoice => billing::check(booking),
        _ => Ok(()),
    }
}
