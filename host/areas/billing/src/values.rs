//! Enums of invoices and credit notes.

use kernel::TextEnum;

/// Status of an invoice. Overdue is derived from its due date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum InvoiceStatus {
    /// A draft, not numbered and hidden from its customer.
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
    /// A stored value unknown to this version. Supports no operations.
    #[text_enum(unknown)]
    Unknown,
}

/// Type of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum InvoiceType {
    #[default]
    Freight,
    AdHoc,
    Recharge,
    Fee,
    Storage,
    AgentRcti,
    OpeningBalance,
    #[text_enum(unknown)]
    Unknown,
}

/// Type of an invoice line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
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
    #[text_enum(unknown)]
    Unknown,
}

/// A user's operation on invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum InvoiceOperation {
    /// Assigns the number and makes the invoice immutable.
    Close,
    Approve,
    Post,
    /// Voids it before posting and frees its bookings.
    Void,
    /// Writes off the outstanding amount.
    WriteOff,
    Dispute,
    /// Resolves a dispute.
    Resolve,
}

/// Event in an invoice's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
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
    /// Its payment was refunded.
    PaymentRefunded,
    /// Its payment was reversed.
    PaymentReversed,
    /// Reduced by a credit note.
    Credited,
    #[text_enum(unknown)]
    Unknown,
}

/// Status of an invoice run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum InvoiceRunStatus {
    #[default]
    Running,
    Completed,
    Failed,
    Undone,
    #[text_enum(unknown)]
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

/// Status of a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum CreditNoteStatus {
    #[default]
    Requested,
    UnderReview,
    Approved,
    /// Approved for less than requested.
    PartiallyApproved,
    Rejected,
    /// Fully applied to invoices.
    Applied,
    Voided,
    #[text_enum(unknown)]
    Unknown,
}

/// A user's operation on a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum CreditNoteOperation {
    Review,
    /// Assigns the number and approves all lines, or the given amounts.
    Approve,
    Reject,
    /// Applies it to invoices.
    Apply,
    /// Voids it before any application.
    Void,
}

/// Reason for a credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum CreditNoteDetailType {
    #[default]
    Overcharge,
    ServiceFailure,
    Damage,
    Loss,
    Goodwill,
    Duplicate,
    #[text_enum(unknown)]
    Unknown,
}

/// Means of payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum PaymentType {
    CreditCard,
    #[default]
    BankTransfer,
    DirectDebit,
    Cheque,
    Cash,
    AccountCredit,
    Prepaid,
    #[text_enum(unknown)]
    Unknown,
}
