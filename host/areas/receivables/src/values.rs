//! Enums of payments and remittance advices.

use kernel::Words;

/// Status of a remittance, by the received amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum RemittanceStatus {
    #[default]
    Pending,
    PartiallyPaid,
    Paid,
    Cancelled,
    #[words(unknown)]
    Unknown,
}

/// Type of an outgoing amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum PaymentDetailType {
    /// Refunded to the customer.
    #[default]
    Refund,
    /// The whole payment is reversed.
    Reversal,
    #[words(unknown)]
    Unknown,
}
