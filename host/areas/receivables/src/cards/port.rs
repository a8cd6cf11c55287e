//! The port to payment providers, implemented by the host with the engine's plugins.

use std::time::Instant;

use carriage::PluginFault;
use chrono::{DateTime, Utc};
use data::{ids::TenantId, secrets::Secret};
use futures_util::future::BoxFuture;
use rust_decimal::Decimal;

#[derive(Debug, Clone)]
pub struct CardCall {
    pub tenant: TenantId,
    pub provider: String,
    pub timezone: String,
    pub now: DateTime<Utc>,
    /// An answer after this is useless.
    pub deadline: Option<Instant>,
}

#[derive(Debug, Clone)]
pub struct CardRequest {
    /// Our reference, equal for every attempt.
    pub reference: String,
    pub nonce: Secret,
    pub amount: Decimal,
    /// ISO 4217 code.
    pub currency: String,
    pub description: String,
    pub customer_name: String,
    pub customer_email: Option<String>,
}

/// State of the money at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardState {
    /// Reserved, not charged.
    Authorised,
    Charged,
    /// In progress at the provider.
    Pending,
    Declined,
    Voided,
    Refunded,
}

#[derive(Debug, Clone)]
pub struct CardTransactionState {
    /// Our reference.
    pub reference: String,
    /// The provider's id.
    pub id: String,
    pub state: CardState,
    /// The provider's own status if it is one of ours.
    pub status: Option<String>,
    pub amount: Decimal,
    /// Total to date.
    pub refunded: Decimal,
    pub currency: String,
    pub decline_code: Option<String>,
    pub decline_message: Option<String>,
    pub card_type: Option<String>,
    pub card_ends_with: Option<String>,
    pub card_holder_name: Option<String>,
    pub authorization_code: Option<String>,
    pub dispute: Option<String>,
}

pub type CardAnswer<T> = BoxFuture<'static, Result<T, PluginFault>>;

pub trait CardPort: Send + Sync {
    fn is_provider(&self, tenant: TenantId, plugin: &str) -> bool;
    fn charge(&self, call: CardCall, request: CardRequest) -> CardAnswer<CardTransactionState>;
    fn find(&self, call: CardCall, reference: String) -> CardAnswer<Option<CardTransactionState>>;
    /// Takes the provider's `id` and this refund's `reference`.
    fn refund(
        &self,
        call: CardCall,
        id: String,
        amount: Decimal,
        currency: String,
        reference: String,
    ) -> CardAnswer<CardTransactionState>;
    /// Reserves an amount. None if the provider does not support reservations.
    fn authorise(
        &self,
        call: CardCall,
        request: CardRequest,
    ) -> CardAnswer<Option<CardTransactionState>>;
    /// Captures at most the reserved amount.
    fn capture(
        &self,
        call: CardCall,
        id: String,
        amount: Decimal,
        currency: String,
    ) -> CardAnswer<Option<CardTransactionState>>;
    fn void(&self, call: CardCall, id: String) -> CardAnswer<Option<CardTransactionState>>;
}
