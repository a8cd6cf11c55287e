//! Events of payments, reminders and cards.

use data::{TextEnum, ids::CustomerId};
use serde::{Deserialize, Serialize};
use work::event::Event;

use crate::payments::model::PaymentId;

pub static PAYMENT_RECEIVED: Event<PaymentId> = Event::new("finance.payment-received", 1);
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReminderSent {
    pub customer_id: CustomerId,
    pub notice_id: i64,
}

pub static REMINDER_SENT: Event<ReminderSent> = Event::new("finance.reminded", 1);
pub static CREDIT_STOPPED: Event<CustomerId> = Event::new("finance.credit-stopped", 1);
pub static CREDIT_STOP_LIFTED: Event<CustomerId> = Event::new("finance.credit-stop-lifted", 1);
pub static LOW_BALANCE: Event<CustomerId> = Event::new("finance.low-balance", 1);
/// Changes of recorded card payments that need finance's attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum CardChange {
    /// A dispute opened, moved or closed. The transaction has its status.
    Disputed,
    /// Refunded at the provider directly. The bookable part is booked.
    RefundedElsewhere,
    /// A charge failed at settlement or was voided at the provider.
    Lost,
    /// A transaction that was abandoned here proved to be charged, and became a payment.
    TakenLate,
    /// The provider reserved or charged a different amount. The transaction has that amount.
    AmountDiffers,
    /// The provider never confirmed the outcome. A person must check there.
    GivenUp,
    #[text_enum(unknown)]
    Unknown,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CardChanged {
    pub card_transaction_id: i64,
    pub customer_id: CustomerId,
    pub payment_id: Option<i64>,
    pub change: CardChange,
}

pub static CARD_CHANGED: Event<CardChanged> = Event::new("finance.card-changed", 1);
