//! The port to payment providers: declared here, implemented by the program with the engine's plugins.

use std::time::Instant;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use kernel::{ids::TenantId, secrets::Secret};
use rust_decimal::Decimal;

/// For whom a provider is asked.
#[derive(Debug, Clone)]
pub struct CardCall {
    pub tenant: TenantId,
    /// The provider's plugin.
    pub provider: String,
    pub timezone: String,
    pub now: DateTime<Utc>,
    /// No answer is of use after this.
    pub deadline: Option<Instant>,
}

/// What is to be taken or reserved.
#[derive(Debug, Clone)]
pub struct CardRequest {
    /// Ours, the same for every attempt.
    pub reference: String,
    pub nonce: Secret,
    pub amount: Decimal,
    /// ISO 4217 code.
    pub currency: String,
    pub description: String,
    pub customer_name: String,
    pub customer_email: Option<String>,
}

/// What became of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardState {
    /// Reserved, not taken.
    Authorised,
    Charged,
    /// Under way at the provider.
    Pending,
    Declined,
    Voided,
    Refunded,
}

/// A transaction as the provider tells of it.
#[derive(Debug, Clone)]
pub struct CardTold {
    /// Ours.
    pub reference: String,
    /// The provider's.
    pub id: String,
    pub state: CardState,
    /// The provider's own word for it, where it is one of ours: `Settled`.
    pub status: Option<String>,
    pub amount: Decimal,
    /// What was given back so far.
    pub refunded: Decimal,
    pub currency: String,
    pub decline_code: Option<String>,
    pub decline_message: Option<String>,
    pub card_type: Option<String>,
    pub card_ends_with: Option<String>,
    pub card_holder_name: Option<String>,
    pub authorization_code: Option<String>,
    /// Where a dispute stands, in the provider's word; none where it tells of none.
    pub dispute: Option<String>,
}

/// Why a provider gave no answer.
#[derive(Debug, Clone)]
pub struct CardFault {
    /// Nobody can say what it did: it was not reached or did not answer, or its plugin broke on the way.
    pub is_open: bool,
    /// A sentence for people.
    pub message: String,
}

pub type CardAnswer<T> = BoxFuture<'static, Result<T, CardFault>>;

/// Payment providers that are plugins.
pub trait CardPort: Send + Sync {
    /// Whether the plugin is installed for the tenant and takes card payments.
    fn is_provider(&self, tenant: TenantId, plugin: &str) -> bool;
    fn charge(&self, call: CardCall, request: CardRequest) -> CardAnswer<CardTold>;
    /// What was done under our reference.
    fn find(&self, call: CardCall, reference: String) -> CardAnswer<Option<CardTold>>;
    /// Gives back; `id` is the provider's, `reference` is of this refund.
    fn refund(
        &self,
        call: CardCall,
        id: String,
        amount: Decimal,
        currency: String,
        reference: String,
    ) -> CardAnswer<CardTold>;
    /// Reserves; none where the provider can't.
    fn authorise(&self, call: CardCall, request: CardRequest) -> CardAnswer<Option<CardTold>>;
    /// Takes at most what was reserved.
    fn capture(
        &self,
        call: CardCall,
        id: String,
        amount: Decimal,
        currency: String,
    ) -> CardAnswer<Option<CardTold>>;
    /// Lets go of what was reserved.
    fn void(&self, call: CardCall, id: String) -> CardAnswer<Option<CardTold>>;
}
