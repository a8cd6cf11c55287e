//! Invoices of chosen bookings, made by finance.

use kernel::{Error, Message, Result, Scope, Where, ids::BookingId, message};

use super::manifest;
use crate::{
    model::{Booking, view::is_billable},
    port::InvoicePort,
    rules::operations::{LoggedOperation, NOT_NOW, Operation},
    store::{self, Entry},
};

/// Refuses what cannot be invoiced.
pub fn check(booking: &Booking) -> Result<()> {
    Operation::Invoice.check_for(booking)?;
    if let Some(number) = &booking.invoice_number {
        return Err(NOT_NOW.because(message!("The booking is on the invoice {number} already.")));
    }
    if booking.invoice_id.is_some() {
        return Err(NOT_NOW.because(message!("The booking is on an open invoice already.")));
    }
    match is_billable(booking) {
        true => Ok(()),
        false => Err(NOT_NOW.because(message!("The booking has no price that could be invoiced."))),
    }
}

/// Has the bookings invoiced, and says of each whether it is.
pub async fn run(scope: &mut Scope, ids: &[BookingId]) -> Vec<(BookingId, Result<()>)> {
    let mut results = Vec::new();
    let mut wanted = Vec::new();
    for id in ids {
        match store::find(scope, *id)
            .await
            .and_then(|booking| check(&booking))
        {
            Ok(()) => wanted.push(*id),
            Err(error) => results.push((*id, Err(error))),
        }
    }
    scope.rollback();
    if wanted.is_empty() {
        return results;
    }
    match invoice(scope, &wanted).await {
        Ok(each) => results.extend(each),
        Err(error) => {
            scope.rollback();
            results.extend(
                wanted
                    .into_iter()
                    .map(|id| (id, Err(manifest::copy(&error)))),
            );
        }
    }
    results
}

async fn invoice(scope: &mut Scope, wanted: &[BookingId]) -> Result<Vec<(BookingId, Result<()>)>> {
    let port = scope.port::<dyn InvoicePort>()?;
    let words = port.invoice(scope, wanted.to_vec()).await?;
    scope.rollback();
    let bookings: Vec<Booking> = scope.all(Where::all().is_in(Booking::ID, wanted)).await?;
    let mut results = Vec::with_capacity(bookings.len());
    for booking in bookings {
        let outcome = match booking.invoice_id {
            Some(invoice) => {
                let value = Some(format!("#{invoice}"));
                store::log(
                    scope,
                    booking.id,
                    Entry {
                        value,
                        ..Entry::done(LoggedOperation::Invoice)
                    },
                )
                .await?;
                Ok(())
            }
            None => Err(refusal(words.as_deref())),
        };
        results.push((booking.id, outcome));
    }
    scope.commit().await?;
    Ok(results)
}

fn refusal(words: Option<&str>) -> Error {
    NOT_NOW.because(match words {
        Some(words) => Message::verbatim(words),
        None => message!("The booking could not be invoiced."),
    })
}
