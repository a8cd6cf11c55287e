//! Enums of payments and remittances.

use kernel::TextEnum;

/// Status of a remittance, by the received amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum RemittanceStatus {
    #[default]
    Pending,
    PartiallyPaid,
    Paid,
    Cancelled,
    #[text_enum(unknown)]
    Unknown,
}

/// Type of an outgoing amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum PaymentDetailType {
    /// Refunded to the customer.
    #[default]
    Refund,
    /// The whole payment is reversed.
    Reversal,
    #[text_enum(unknown)]
    Unknown,
}
