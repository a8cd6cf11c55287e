//! Previews rejections of operations: rules only, without effects.

use std::collections::BTreeSet;

use carriers::port::CarrierPort;
use data::{Error, Result, Scope, Where, ids::BookingId, message};

use crate::{booking_documents, carrier_calls, invoicing, pickups, tracking};
use crate::{
    bookings::{
        model::Booking,
        operations::{Operation, STATUS_NOT_ALLOWED},
        records::Document,
    },
    invoice_port::InvoicePort,
};

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

/// Rejects the operations that the rules forbid; a carrier may refuse others.
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
        Operation::Book => carrier_calls::service::account_of(booking).map(drop),
        Operation::PrintLabel => carrier_calls::service::carrier_record(booking).map(drop),
        Operation::Manifest => carrier_calls::service::account_of(booking)
            .and_then(|_| carrier_calls::service::carrier_record(booking))
            .map(drop),
        Operation::BookPickup => {
            carrier_calls::service::carrier_record(booking)?;
            let port = scope.port::<dyn CarrierPort>()?;
            let known = booking
                .service
                .carrier
                .as_deref()
                .and_then(|code| port.carrier(scope.tenant, code));
            if known.is_some_and(|carrier| carrier.picks_up) {
                Ok(())
            } else {
                Err(pickups::service::UNSUPPORTED.into())
            }
        }
        Operation::PrintManifest if booking.consignment.manifest_row_id.is_none() => {
            Err(STATUS_NOT_ALLOWED
                .with_message(message!("There is no manifest sheet for this booking.")))
        }
        Operation::RefreshTracking if !tracking::service::supports_tracking(scope, booking)? => {
            Err(STATUS_NOT_ALLOWED.with_message(message!(
                "This carrier has no tracking. Enter scans by hand."
            )))
        }
        Operation::EmailDocuments if !mailable.contains(&booking.id) => {
            Err(booking_documents::email::NO_DOCUMENTS.into())
        }
        Operation::EmailDocuments => match booking_documents::email::recipient(booking, None) {
            Ok(_) => Ok(()),
            Err(Error::Invalid(_)) => {
                Err(STATUS_NOT_ALLOWED.with_message(message!("The booking has no email address.")))
            }
            Err(error) => Err(error),
        },
        Operation::Invoice => invoicing::run::check(booking),
        _ => Ok(()),
    }
}
