//! The trait of a card payment provider, its optional abilities, and the glue that turns them into
//! component exports.

use crate::bindings::payment::exports::waybill::payment::gateway;
use crate::bindings::{authorisation, payment_push};
use crate::types::{Money, PaymentRequest, Transaction, WebRequest};
use crate::{About, Guest, Result};

/// A card payment provider. No card number ever reaches a plugin: the provider's own form turns it
/// into a nonce.
pub trait Payment {
    /// Asked at load and when an account form opens; must not call out.
    fn about() -> About;

    /// Asked when an account is saved or tested.
    fn check_account() -> Result<()>;

    /// Data that the provider's browser form starts with: a public key or a single-use token.
    fn client_token() -> Result<String>;

    /// Takes the money. A declined card is an answer, not an error. The host calls again with the
    /// same reference after a fault: look it up first, never charge twice.
    fn charge(request: &PaymentRequest) -> Result<Transaction>;

    /// Finds the transaction under our reference; `None` when the provider never got it.
    fn find(reference: &str) -> Result<Option<Transaction>>;

    /// Gives back all or a part of the provider's transaction `id`; `reference` is of this refund,
    /// the same for every attempt.
    fn refund(id: &str, amount: &Money, reference: &str) -> Result<Transaction>;
}

/// Reserving now, taking later.
pub trait Authorisation {
    fn authorise(request: &PaymentRequest) -> Result<Transaction>;

    /// Captures at most the reserved amount.
    fn capture(id: &str, amount: &Money) -> Result<Transaction>;

    /// Voids a reservation; one that is void already is a success.
    fn void(id: &str) -> Result<Transaction>;
}

/// Events that the provider sends: settled, disputed, refunded elsewhere.
pub trait PaymentPush {
    /// Called until it succeeds; empty when the delivery has no transaction.
    fn read_push(delivery: &WebRequest) -> Result<Vec<Transaction>>;
}

impl<P: Payment, K> gateway::Guest for Guest<P, K> {
    fn client_token() -> Result<String> {
        P::client_token()
    }

    fn charge(request: PaymentRequest) -> Result<Transaction> {
        P::charge(&request)
    }

    fn find(reference: String) -> Result<Option<Transaction>> {
        P::find(&reference)
    }

    fn refund(id: String, amount: Money, reference: String) -> Result<Transaction> {
        P::refund(&id, &amount, &reference)
    }
}

impl<P: Authorisation, K> authorisation::exports::waybill::payment::authorisation::Guest
    for Guest<P, K>
{
    fn authorise(request: PaymentRequest) -> Result<Transaction> {
        P::authorise(&request)
    }

    fn capture(id: String, amount: Money) -> Result<Transaction> {
        P::capture(&id, &amount)
    }

    fn void(id: String) -> Result<Transaction> {
        P::void(&id)
    }
}

impl<P: PaymentPush, K> payment_push::exports::waybill::payment::payment_push::Guest
    for Guest<P, K>
{
    fn read_push(delivery: WebRequest) -> Result<Vec<Transaction>> {
        P::read_push(&delivery)
    }
}
