//! Enums of payments and remittances.

use data::{TextEnum, states};

states! {
    /// Status of a remittance, by the received amount.
    #[derive(Default)]
    pub enum RemittanceStatus {
        #[default]
        Pending,
        PartiallyPaid,
        Paid,
        Cancelled,
        #[text_enum(unknown)]
        Unknown,
    }
    operations {
        /// An operation on a remittance advice.
        pub enum RemittanceOperation {
            /// A receipt, whole or in part.
            Pay: [Pending, PartiallyPaid] => PartiallyPaid | Paid,
            /// Cancels it before any receipt.
            Delete: [Pending] => Cancelled,
        }
    }
}

/// Type of an outgoing amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum PaymentDetailType {
    /// Refunded to the customer.
    #[default]
    Refund,
    /// The payment is reversed, less earlier refunds.
    Reversal,
    #[text_enum(unknown)]
    Unknown,
}
