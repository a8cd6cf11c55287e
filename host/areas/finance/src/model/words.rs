//! The value lists of finance.

use kernel::Words;

/// Where an invoice stands. Whether it is overdue follows from its due date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum InvoiceStatus {
    /// A draft: it has no number, and its customer does not see it.
    #[default]
    Open,
    Closed,
    Approved,
    Posted,
    PartiallyPaid,
    Paid,
    Disputed,
    Void,
    WrittenOff,
    /// A stored word that this program does not know: nothing can be done with such an invoice here.
    #[words(unknown)]
    Unknown,
}

/// What an invoice is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum InvoiceType {
    #[default]
    Freight,
    AdHoc,
    Recharge,
    Fee,
    Storage,
    AgentRcti,
    OpeningBalance,
    #[words(unknown)]
    Unknown,
}

/// What a line of an invoice is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum InvoiceDetailType {
    #[default]
    Freight,
    FuelLevy,
    Surcharge,
    Insurance,
    Fee,
    Duty,
    Tax,
    Discount,
    Adjustment,
    Credit,
    #[words(unknown)]
    Unknown,
}

/// What a person does with invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum InvoiceOperation {
    /// Gives it its number; what it says stays from now on.
    Close,
    Approve,
    Post,
    /// Takes it back before it is posted; its bookings can be invoiced again.
    Void,
    /// Gives up what is not paid.
    WriteOff,
    Dispute,
    /// Ends a dispute.
    Resolve,
}

/// What the history of an invoice tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum InvoiceEvent {
    Created,
    Closed,
    Approved,
    Posted,
    Voided,
    WrittenOff,
    Disputed,
    Resolved,
    Mailed,
    PaymentReceived,
    /// What paid it was refunded to the customer.
    PaymentRefunded,
    /// What paid it has bounced.
    PaymentReversed,
    /// Reduced by a credit note.
    Credited,
    #[words(unknown)]
    Unknown,
}

/// Where a run of invoices stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum InvoiceRunStatus {
    #[default]
    Running,
    Completed,
    Failed,
    Undone,
    #[words(unknown)]
    Unknown,
}

impl From<InvoiceOperation> for InvoiceEvent {
    fn from(operation: InvoiceOperation) -> Self {
        match operation {
            InvoiceOperation::Close => Self::Closed,
            InvoiceOperation::Approve => Self::Approved,
            InvoiceOperation::Post => Self::Posted,
            InvoiceOperation::Void => Self::Voided,
            InvoiceOperation::WriteOff => Self::WrittenOff,
            InvoiceOperation::Dispute => Self::Disputed,
            InvoiceOperation::Resolve => Self::Resolved,
        }
    }
}

/// Where a remittance stands by what of it has come in.
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

/// How money came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum PaymentType {
    CreditCard,
    #[default]
    BankTransfer,
    DirectDebit,
    Cheque,
    Cash,
    AccountCredit,
    Prepaid,
    #[words(unknown)]
    Unknown,
}

/// What a part of a payment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum PaymentDetailType {
    /// Paid back to the customer.
    #[default]
    Refund,
    /// The whole payment has bounced.
    Reversal,
    #[words(unknown)]
    Unknown,
}

/// Where a credit note stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum CreditNoteStatus {
    #[default]
    Requested,
    UnderReview,
    Approved,
    /// Less was approved than was asked for.
    PartiallyApproved,
    Rejected,
    /// All of it has reduced invoices.
    Applied,
    Voided,
    #[words(unknown)]
    Unknown,
}

/// What a person does with a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum CreditNoteOperation {
    Review,
    /// Gives it its number; all lines, or the named ones with what is approved of them.
    Approve,
    Reject,
    /// Reduces invoices by it.
    Apply,
    /// Takes it back before any of it is applied.
    Void,
}

/// Why something is given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum CreditNoteDetailType {
    #[default]
    Overcharge,
    ServiceFailure,
    Damage,
    Loss,
    Goodwill,
    Duplicate,
    #[words(unknown)]
    Unknown,
}
