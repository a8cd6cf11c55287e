//! Enums of invoices and credit notes.

use data::{TextEnum, facts, states};

states! {
    /// Status of an invoice. Overdue is derived from its due date.
    #[derive(Default)]
    pub enum InvoiceStatus {
        /// A draft, not numbered and hidden from its customer.
        #[default]
        Open,
        Closed [is_issued],
        Approved [is_issued],
        Posted [is_issued, is_posted, is_payable],
        PartiallyPaid [is_issued, is_posted, is_payable],
        Paid [is_issued, is_posted, is_final],
        Disputed [is_issued, is_posted],
        Void [is_final],
        WrittenOff [is_issued, is_posted, is_final],
        /// A stored value unknown to this version. Supports no operations.
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        /// Numbered, and not void.
        pub is_issued,
        /// In the ledger.
        pub is_posted,
        /// Payments may be allocated to it.
        pub is_payable,
        /// Nothing more is payable.
        pub is_final,
    }
    operations {
        /// A user's operation on invoices.
        pub enum InvoiceOperation {
            /// Assigns the number and makes the invoice immutable.
            Close: [Open] => Closed,
            Approve: [Closed] => Approved,
            Post: [Approved] => Posted | PartiallyPaid | Paid,
            /// Voids it before posting and frees its bookings.
            // Posted invoices are corrected by credit notes.
            Void: [Open, Closed, Approved] => Void,
            /// Writes off the outstanding amount.
            WriteOff: is_owed => WrittenOff,
            Dispute: is_payable => Disputed,
            /// Resolves a dispute.
            Resolve: [Disputed] => Posted | PartiallyPaid | Paid,
        }
    }
}

impl InvoiceStatus {
    /// Posted, and something may be outstanding.
    pub const fn is_owed(self) -> bool {
        self.is_posted() && !self.is_final()
    }
    /// False before posting: the invoice is voided instead.
    pub const fn can_be_credited(self) -> bool {
        self.is_owed() || matches!(self, Self::Paid)
    }
    /// True if it may be overdue. Drafts never are.
    pub const fn is_due(self) -> bool {
        self.is_issued() && !self.is_final()
    }
}

facts! {
    /// Type of an invoice.
    #[derive(Default)]
    pub enum InvoiceType {
        #[default]
        Freight,
        AdHoc,
        Recharge,
        Fee [accrues_no_fees],
        Storage,
        AgentRcti [is_owed_to_agent, accrues_no_fees],
        OpeningBalance [accrues_no_fees],
        #[text_enum(unknown)]
        Unknown,
    }
    facts {
        /// The tenant owes it to an agent: it is no receivable.
        pub is_owed_to_agent,
        pub accrues_no_fees,
    }
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
    /// An email waits for the mail server.
    MailQueued,
    /// The mail server accepted an email.
    Mailed,
    MailFailed,
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

states! {
    /// Status of an invoice run.
    #[derive(Default)]
    pub enum InvoiceRunStatus {
        #[default]
        Running,
        Completed,
        Failed,
        Undone,
        #[text_enum(unknown)]
        Unknown,
    }
    operations {
        /// A user's operation on an invoice run.
        pub enum InvoiceRunOperation {
            /// Deletes its invoices in a job.
            Undo: [Completed, Failed] => Running,
        }
    }
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

states! {
    /// Status of a credit note.
    #[derive(Default)]
    pub enum CreditNoteStatus {
        #[default]
        Requested [is_undecided, is_effective],
        UnderReview [is_undecided, is_effective],
        Approved [is_unapplied, is_effective],
        /// Approved for less than requested.
        PartiallyApproved [is_unapplied, is_effective],
        Rejected,
        /// Fully applied to invoices.
        Applied [is_effective],
        Voided,
        #[text_enum(unknown)]
        Unknown [is_effective],
    }
    facts {
        pub is_undecided,
        /// Approved, and not fully applied.
        pub is_unapplied,
        /// Its lines count as credited.
        pub is_effective,
    }
    operations {
        /// A user's operation on a credit note.
        pub enum CreditNoteOperation {
            Review: [Requested] => UnderReview,
            /// Assigns the number and approves all lines, or the given amounts.
            Approve: is_undecided => Approved | PartiallyApproved,
            Reject: is_undecided => Rejected,
            /// Applies it to invoices.
            Apply: is_unapplied => Approved | PartiallyApproved | Applied,
            /// Voids it before any application.
            Void: is_open => Voided,
        }
    }
}

impl CreditNoteStatus {
    /// Undecided, or not fully applied.
    pub const fn is_open(self) -> bool {
        self.is_undecided() || self.is_unapplied()
    }
    /// Approved, fully applied or not.
    pub const fn is_approved(self) -> bool {
        self.is_unapplied() || matches!(self, Self::Applied)
    }
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
