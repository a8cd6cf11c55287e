//! Port for reserving a booking's price on a card; implemented by finance.

use data::{
    Result, Scope,
    ids::{BookingId, CustomerId, QuoteId},
    secrets::Secret,
};
use futures_util::future::BoxFuture;
use rust_decimal::Decimal;

/// A booking's price. A reservation covers it only while every field matches.
#[derive(Debug, Clone)]
pub struct CardBooking {
    pub booking: BookingId,
    pub customer: CustomerId,
    pub quote: Option<QuoteId>,
    /// Including tax.
    pub amount: Decimal,
    pub description: String,
}

/// Card transaction id of a claimed reservation not yet sent to the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReservationId(pub i64);

pub trait BookingCards: Send + Sync {
    /// True if the tenant has an enabled card payment provider.
    fn accepts_cards<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, Result<bool>>;
    /// True if exactly this price is reserved or charged. Locks the card transaction until the
    /// scope's transaction ends. Fails while the provider has not confirmed such a reservation.
    fn is_paid<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
    ) -> BoxFuture<'a, Result<bool>>;
    /// Claims in the scope's transaction; call [`BookingCards::authorise`] after its commit. None
    /// if the price is zero or the tenant takes no cards.
    fn claim<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: CardBooking,
        nonce: Secret,
    ) -> BoxFuture<'a, Result<Option<ReservationId>>>;
    /// Sends the claim to the provider with no transaction open and commits the outcome. An error
    /// means declined or not yet confirmed.
    fn authorise<'a>(
        &'a self,
        scope: &'a mut Scope,
        reservation: ReservationId,
    ) -> BoxFuture<'a, Result<()>>;
    /// After the scope's commit, voids the booking's reservations that do not cover `except`.
    fn release<'a>(
        &'a self,
        scope: &'a mut Scope,
        booking: BookingId,
        except: Option<CardBooking>,
    ) -> BoxFuture<'a, Result<()>>;
}
