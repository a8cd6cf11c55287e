//! Invoices bookings through the finance port.

use data::{Error, Message, Outcome, Result, Scope, Where, ids::BookingId, message};

use crate::manifests;
use crate::{
    bookings::{
        self,
        model::Booking,
        operations::{LoggedOperation, Operation, STATUS_NOT_ALLOWED},
        store::Entry,
        view::is_billable,
    },
    invoice_port::InvoicePort,
};

pub fn check(booking: &Booking) -> Result<()> {
    Operation::Invoice.check_for(booking)?;
    if let Some(number) = &booking.invoice.invoice_number {
        return Err(STATUS_NOT_ALLOWED
            .with_message(message!("The booking is already on invoice {number}.")));
    }
    if booking.invoice.invoice_id.is_some() {
        return Err(
            STATUS_NOT_ALLOWED.with_message(message!("The booking is already on an open invoice."))
        );
    }
    match is_billable(booking) {
        true => Ok(()),
        false => Err(STATUS_NOT_ALLOWED
            .with_message(message!("The booking has no price that could be invoiced."))),
    }
}

pub async fn invoice_each(scope: &mut Scope, ids: &[BookingId]) -> Vec<Outcome<BookingId>> {
    let mut results = Vec::new();
    let mut accepted = Vec::new();
    for id in ids {
        match bookings::store::find(scope, *id)
            .await
            .and_then(|booking| check(&booking))
        {
            Ok(()) => accepted.push(*id),
            Err(error) => results.push(Outcome::new(*id, Err(error))),
        }
    }
    scope.rollback();
    if accepted.is_empty() {
        return results;
    }
    match invoice(scope, &accepted).await {
        Ok(each) => results.extend(each),
        Err(error) => {
            scope.rollback();
            results.extend(
                accepted
                    .into_iter()
                    .map(|id| Outcome::new(id, Err(manifests::service::copy_error(&error)))),
            );
        }
    }
    results
}

async fn invoice(scope: &mut Scope, bookings: &[BookingId]) -> Result<Vec<Outcome<BookingId>>> {
    let port = scope.port::<dyn InvoicePort>()?;
    let reasons = port.invoice(scope, bookings.to_vec()).await?;
    scope.rollback();
    let bookings: Vec<Booking> = scope.all(Where::all().is_in(Booking::ID, bookings)).await?;
    let mut results = Vec::with_capacity(bookings.len());
    for booking in bookings {
        let outcome = match booking.invoice.invoice_id {
            Some(invoice) => {
                let value = Some(format!("#{invoice}"));
                bookings::store::log(
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
            None => Err(refusal(reasons.as_deref())),
        };
        results.push(Outcome::new(booking.id, outcome));
    }
    scope.commit().await?;
    Ok(results)
}

fn refusal(reason: Option<&str>) -> Error {
    STATUS_NOT_ALLOWED.with_message(match reason {
        Some(words) => Message::verbatim(words),
        None => message!("The booking could not be invoiced."),
    })
}
