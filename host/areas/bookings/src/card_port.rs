//! The port by which a booking's price is reserved on a card before a carrier is asked: finance, above, fills it.

use futures_util::future::BoxFuture;
use kernel::{
    Result, Scope,
    ids::{BookingId, CustomerId},
    secrets::Secret,
};
use rust_decimal::Decimal;

/// What is to be reserved.
#[derive(Debug, Clone)]
pub struct CardBooking {
    pub booking: BookingId,
    pub customer: CustomerId,
    /// With tax.
    pub amount: Decimal,
    pub description: String,
}

/// Cards that pay for bookings.
pub trait BookingCards: Send + Sync {
    /// Whether the tenant takes cards: it has a provider of card payments that is switched on.
    fn is_taken<'a>(&'a self, scope: &'a mut Scope) -> BoxFuture<'a, Result<bool>>;
    /// Reserves it with the nonce, or finds that it is reserved or taken already. The scope is saved on the way. False
    /// where no card pays for it: there is nothing to pay, no nonce, or no provider of card payments.
    fn reserve<'a>(
        &'a self,
        scope: &'a mut Scope,
        wanted: CardBooking,
        nonce: Option<Secret>,
    ) -> BoxFuture<'a, Result<bool>>;
}
