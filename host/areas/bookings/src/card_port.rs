//! Port for reserving a booking's price on a card before the carrier call; implemented by finance.

use futures_util::future::BoxFuture;
use kernel::{
    Result, Scope,
    ids::{BookingId, CustomerId, QuoteId},
    secrets::Secret,
};
use rust_decimal::Decimal;

/// A booking's price as paid by card. A reservation covers a booking only while every field
/// matches.
#[derive(Debug, Clone)]
pub struct CardBooking {
    pub booking: BookingId,
    pub customer: CustomerId,
    /// Quote that the price comes from.
    pub quote: Option<QuoteId>,
    /// Including tax.
    pub amount: Decimal,
    pub description: String,
}

/// A claimed reservation not yet sent to the provider: the id of its card transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReservationId(pub i64);

/// Card payments for bookings.
pub trait BookingCards: Send + Sync {
    /// True if the tenant has an enabled card payment provider.
    fn is_taken<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, Result<bool>>;
    /// True if exactly this price is reserved on or charged to a card. Locks the card transaction
    /// until the scope's transaction ends. Fails while the provider has not confirmed such a
    /// reservation.
    fn is_paid<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
    ) -> BoxFuture<'a, Result<bool>>;
    /// Claims a reservation in the scope's transaction; call [`BookingCards::authorise`] after its
    /// commit. None if the price is zero or the tenant takes no cards.
    fn claim<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
        nonce: Secret,
    ) -> BoxFuture<'a, Result<Option<ReservationId>>>;
    /// Sends a claimed reservation to the provider with no transaction open and commits the
    /// outcome. An error means declined or not yet confirmed.
    fn authorise<'a>(
        &'a self,
        scope: &'a mut Scope,
        reservation: ReservationId,
    ) -> BoxFuture<'a, Result<()>>;
    /// After the scope's commit, voids each reservation of the booking that does not cover the
    /// given price; all of them if none is given.
    fn release<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: BookingId,
        except: Option<CardBooking>,
    ) -> BoxFuture<'a, Result<()>>;
}
