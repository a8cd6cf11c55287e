//! Card transactions and their refunds.

use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Record, TextEnum,
    ids::{BookingId, CustomerId, QuoteId, UserId},
    states,
};
use rust_decimal::Decimal;

use crate::payments::model::PaymentId;
use billing::{allocations::model::InvoiceShare, invoices::model::InvoiceId};

data::id! { CardTransactionId, CardRefundId }

states! {
    /// Status of a card transaction, in the terms of payment providers.
    #[derive(Default)]
    pub enum CardStatus {
        /// The outcome is unknown.
        #[default]
        Pending [rank = 0],
        /// Reserved, not charged.
        Authorized [rank = 1],
        SubmittedForSettlement [rank = 2, is_charged],
        Settling [rank = 3, is_charged],
        Settled [rank = 4, is_charged],
        SettlementDeclined [has_failed],
        ProcessorDeclined [has_failed],
        GatewayRejected [has_failed],
        /// Refused by the provider, or abandoned after too many attempts.
        Failed [has_failed],
        Voided [has_failed],
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        /// Late or repeated reports never lower it.
        pub rank: u8 = 5,
        pub is_charged,
        pub has_failed,
    }
}

/// The operation requested from the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum CardIntent {
    Charge,
    Authorise,
    Capture,
    Void,
    #[text_enum(unknown)]
    Unknown,
}

/// One attempt to charge a card.
// Lock order: card transaction, then payment or booking.
#[derive(Debug, Clone, Default, Record)]
#[record(table = "card_transactions", name = "The card payment")]
pub struct CardTransaction {
    #[record(listed)]
    pub id: CardTransactionId,
    pub row_version: i64,
    #[record(listed, customer, name = "customerId")]
    pub customer_id: CustomerId,
    #[record(listed, name = "merchant")]
    pub provider: String,
    #[record(listed, name = "reference")]
    pub reference: String,
    #[record(listed, name = "transactionId")]
    pub transaction_id: Option<String>,
    #[record(listed, name = "status")]
    pub status: CardStatus,
    pub intent: Option<CardIntent>,
    pub attempts: i64,
    pub lease_time: Option<DateTime<Utc>>,
    /// Includes the surcharge.
    #[record(listed, name = "amount")]
    pub amount: Decimal,
    #[record(listed, name = "surchargeAmount")]
    pub surcharge_amount: Decimal,
    #[record(listed, name = "refundedAmount")]
    pub refunded_amount: Decimal,
    pub currency: String,
    #[record(json)]
    pub shares: Vec<InvoiceShare>,
    pub note: Option<String>,
    /// Encrypted.
    #[record(secret)]
    pub nonce: Option<String>,
    #[record(secret)]
    pub nonce_hash: String,
    #[record(listed, name = "cardType")]
    pub card_type: Option<String>,
    #[record(listed, name = "cardEndsWith")]
    pub card_ends_with: Option<String>,
    pub card_holder_name: Option<String>,
    pub authorization_code: Option<String>,
    pub decline_code: Option<String>,
    pub decline_message: Option<String>,
    #[record(listed, name = "disputeStatus")]
    pub dispute_status: Option<String>,
    pub ip_address: String,
    #[record(listed, name = "paymentId")]
    pub payment_id: Option<PaymentId>,
    #[record(listed, name = "bookingId")]
    pub booking_id: Option<BookingId>,
    #[record(listed, name = "transactionTime")]
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
    /// The quote whose price is paid, for bookings.
    pub quote_id: Option<QuoteId>,
}

impl CardTransaction {
    /// Excludes the surcharge, which pays no invoice.
    pub fn payable_amount(&self) -> Decimal {
        self.amount - self.surcharge_amount
    }
}

/// Status of a refund through the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum CardRefundStatus {
    #[default]
    Pending,
    Refunded,
    Failed,
    #[text_enum(unknown)]
    Unknown,
}

/// A refund of a card payment.
#[derive(Debug, Clone, Record)]
#[record(table = "card_refunds", name = "The card refund")]
pub struct CardRefund {
    #[record(listed)]
    pub id: CardRefundId,
    pub row_version: i64,
    pub card_transaction_id: CardTransactionId,
    #[record(listed, name = "paymentId")]
    pub payment_id: PaymentId,
    #[record(customer)]
    pub customer_id: CustomerId,
    #[record(listed, name = "reference")]
    pub reference: String,
    #[record(listed, name = "amount")]
    pub amount: Decimal,
    pub invoice_id: Option<InvoiceId>,
    pub refund_date: NaiveDate,
    pub note: Option<String>,
    #[record(listed, name = "status")]
    pub status: CardRefundStatus,
    pub message: Option<String>,
    pub attempts: i64,
    pub lease_time: Option<DateTime<Utc>>,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
}
