//! The port by which a booking's price is reserved on a card before a carrier is asked: finance, above, fills it.

use futures_util::future::BoxFuture;
use kernel::{
    Result, Scope,
    ids::{BookingId, CustomerId, QuoteId},
    secrets::Secret,
};
use rust_decimal::Decimal;

/// The price of a booking as a card pays it. A reservation pays for a booking only while all of it is the same.
#[derive(Debug, Clone)]
pub struct CardBooking {
    pub booking: BookingId,
    pub customer: CustomerId,
    /// The quote whose price it is.
    pub quote: Option<QuoteId>,
    /// With tax.
    pub amount: Decimal,
    pub description: String,
}

/// A claimed reservation that the provider has not been asked for yet: the id of its card transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReservationId(pub i64);

/// Cards that pay for bookings.
pub trait BookingCards: Send + Sync {
    /// Whether the tenant takes cards: it has a provider of card payments that is switched on.
    fn is_taken<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, Result<bool>>;
    /// True if exactly this price is reserved on a card or charged to one. Locks the card transaction until the end of
    /// the scope's transaction. Refused while the provider has not confirmed such a reservation.
    fn is_paid<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
    ) -> BoxFuture<'a, Result<bool>>;
    /// Claims a reservation in the scope's transaction; [`BookingCards::authorise`] follows its commit. None where no card
    /// pays: the price is zero, or the tenant takes no cards.
    fn claim<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
        nonce: Secret,
    ) -> BoxFuture<'a, Result<Option<ReservationId>>>;
    /// Asks the provider for a claimed reservation with no transaction open, and commits its outcome. An error is a
    /// refusal: declined, or not confirmed yet.
    fn authorise<'a>(
        &'a self,
        scope: &'a mut Scope,
        reservation: ReservationId,
    ) -> BoxFuture<'a, Result<()>>;
    /// Voids, after the scope's commit, each reservation of the booking that does not pay for the price named; all of
    /// them where none is named.
    fn release<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: BookingId,
        except: Option<CardBooking>,
    ) -> BoxFuture<'a, Result<()>>;
}
