//! Work of another area's record that a carrier account carries out by one booking.
//!
//! Invariants:
//!
//! - The record names its booking before the carrier is called: a repeat finds it and makes no
//!   other.
//! - A record with such a booking goes to no other account. A rejected booking is removed from it.
//! - No transaction is open during a call of the carrier.

use data::{
    Error, Result, Scope,
    ids::{BookingId, CarrierAccountId},
    message,
};

use crate::{
    carrier_calls,
    subcontracts::{
        Subcontract, SubcontractQuote, book_subcontract, cancel_subcontract, create_subcontract,
        load_subcontract, quote_subcontract,
    },
};

/// A record's order to a carrier.
#[derive(Debug)]
pub struct CarrierOrder {
    /// The record's number, for messages.
    pub name: String,
    /// The booking of an earlier call.
    pub booking: Option<BookingId>,
    pub request: Subcontract,
    /// A quote that was chosen before. None: the cheapest of a new request.
    pub quote: Option<SubcontractQuote>,
}

/// A record whose work a carrier carries out.
pub trait CarriedRecord: Sync {
    /// Locks and loads the record. Rejects one that cannot be given to the carrier now.
    fn load_order(&self, scope: &mut Scope) -> impl Future<Output = Result<CarrierOrder>> + Send;

    /// Stores the booking's id in the record; the caller commits.
    fn name_booking(
        &self,
        scope: &mut Scope,
        booking: BookingId,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Gives the record of a booked consignment to its carrier, and commits. A repeat changes
    /// nothing.
    fn finish(
        &self,
        scope: &mut Scope,
        booking: BookingId,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Records a failure; the caller commits. Unless the outcome is open, the record loses the
    /// booking.
    fn record_failure(
        &self,
        scope: &mut Scope,
        booking: BookingId,
        is_open: bool,
        reason: String,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// Quotes and books a record's work on an account, and commits. A repeat continues where the last
/// call ended.
pub async fn order_from_carrier<R: CarriedRecord>(
    scope: &mut Scope,
    record: &R,
    account: CarrierAccountId,
) -> Result<()> {
    let order = record.load_order(scope).await?;
    let booking = match order.booking {
        Some(booking) => {
            check_account(scope, &order.name, booking, account).await?;
            booking
        }
        None => claim(scope, record, order.request, order.quote).await?,
    };
    scope.rollback();
    match book_subcontract(scope, booking).await {
        Ok(()) => record.finish(scope, booking).await,
        Err(error) => {
            scope.rollback();
            release(scope, record, booking, &error).await?;
            Err(error)
        }
    }
}

/// Rejects another account than that of an earlier call whose outcome is open.
async fn check_account(
    scope: &mut Scope,
    name: &str,
    booking: BookingId,
    account: CarrierAccountId,
) -> Result<()> {
    let open = load_subcontract(scope, booking).await?;
    match open.and_then(|open| open.account) == Some(account) {
        true => Ok(()),
        false => Err(carrier_calls::service::REFUSED.with_message(message!(
            "{job} is being booked with another carrier. Wait for its response.",
            job = name
        ))),
    }
}

/// Creates the booking of the work with its quote, or with a new one, and commits both.
async fn claim<R: CarriedRecord>(
    scope: &mut Scope,
    record: &R,
    request: Subcontract,
    quote: Option<SubcontractQuote>,
) -> Result<BookingId> {
    scope.rollback();
    let quote = match quote {
        Some(quote) => quote,
        None => quote_subcontract(scope, &request).await?,
    };
    let order = record.load_order(scope).await?;
    if order.booking.is_some() {
        return Err(Error::Conflict);
    }
    let booking = create_subcontract(scope, request, quote).await?;
    record.name_booking(scope, booking).await?;
    scope.commit().await?;
    Ok(booking)
}

/// Takes a rejected booking off its record, and commits. One whose outcome is open stays.
async fn release<R: CarriedRecord>(
    scope: &mut Scope,
    record: &R,
    booking: BookingId,
    error: &Error,
) -> Result<()> {
    let state = load_subcontract(scope, booking).await?;
    let is_open = state.is_some_and(|state| state.is_uncertain || state.status.is_at_carrier());
    scope.rollback();
    if !is_open {
        cancel_subcontract(scope, booking).await?;
    }
    let reason = error.full_message().to_string();
    record
        .record_failure(scope, booking, is_open, reason)
        .await?;
    scope.commit().await
}
