//! The trait of a card payment provider, its optional abilities, and the glue that turns them into
//! component exports.

use crate::bindings::payment::exports::waybill::payment::gateway;
use crate::types::{Money, PaymentRequest, Transaction, WebRequest};
use crate::{About, Guest, Result, register::ability};

/// A card payment provider. No card number reaches a plugin: the provider's form returns a nonce.
pub trait Payment {
    /// Called at load and when a form opens; must not call out.
    fn about() -> About;

    /// Called when an account is saved or tested.
    fn check_account() -> Result<()>;

    /// Start data of the provider's browser form: a public key or single-use token.
    fn client_token() -> Result<String>;

    /// Takes the money. A declined card is an answer, not an error. Called again with the same
    /// reference after a fault: look it up first, never charge twice.
    fn charge(request: &PaymentRequest) -> Result<Transaction>;

    /// Finds the transaction under our reference; `None` if there is none.
    fn find(reference: &str) -> Result<Option<Transaction>>;

    /// Refunds all or part of transaction `id`; `reference` is the refund's, the same for every
    /// attempt.
    fn refund(id: &str, amount: &Money, reference: &str) -> Result<Transaction>;
}

ability! {
    /// Reserving now, taking later.
    Authorisation = crate::bindings::authorisation::exports::waybill::payment::authorisation::Guest {
        fn authorise(request: PaymentRequest as &PaymentRequest) -> Result<Transaction>;

        /// Captures at most the reserved amount.
        fn capture(id: String as &str, amount: Money as &Money) -> Result<Transaction>;

        /// Voids a reservation; succeeds if already void.
        fn void(id: String as &str) -> Result<Transaction>;
    }
}

ability! {
    /// Events that the provider sends: settled, disputed, refunded elsewhere.
    PaymentPush = crate::bindings::payment_push::exports::waybill::payment::payment_push::Guest {
        /// Called until it succeeds; empty without a transaction.
        fn read_push(delivery: WebRequest as &WebRequest) -> Result<Vec<Transaction>>;
    }
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
