//! What finance tells the areas above.

use kernel::{Words, event::Event, ids::CustomerId};
use serde::{Deserialize, Serialize};

use crate::model::{credit::CreditNoteId, invoice::InvoiceId, payment::PaymentId};

/// An invoice is in the books: its customer owes it.
pub static INVOICE_POSTED: Event<InvoiceId> = Event::new("finance.invoice-posted", 1);
/// Money came in, by whatever way.
pub static PAYMENT_RECEIVED: Event<PaymentId> = Event::new("finance.payment-received", 1);
/// A credit note has its number and reduces what its customer owes.
pub static CREDIT_NOTE_APPROVED: Event<CreditNoteId> =
    Event::new("finance.credit-note-approved", 1);

/// The ledger does not come to what the documents say.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerDiffers {
    /// Accounts of customers that differ.
    pub differences: usize,
}

pub static LEDGER_DIFFERS: Event<LedgerDiffers> = Event::new("finance.ledger-differs", 1);

/// A customer was reminded of what is overdue.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reminded {
    pub customer_id: CustomerId,
    pub notice_id: i64,
}

pub static REMINDED: Event<Reminded> = Event::new("finance.reminded", 1);
/// A customer cannot book on account until what is overdue is paid.
pub static CREDIT_STOPPED: Event<CustomerId> = Event::new("finance.credit-stopped", 1);
pub static CREDIT_STOP_LIFTED: Event<CustomerId> = Event::new("finance.credit-stop-lifted", 1);
/// What a customer has paid ahead has fallen below its threshold.
pub static LOW_BALANCE: Event<CustomerId> = Event::new("finance.low-balance", 1);
/// Money came in or went out, or something was given up or credited.
pub static ACCOUNT_MOVED: Event<CustomerId> = Event::new("finance.account-moved", 1);
/// What finance has to know of a card payment that is written down already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum CardChange {
    /// A dispute began, moved on or ended: the transaction says where it stands.
    Disputed,
    /// It was refunded at the provider and not here. What could be booked of it is booked.
    RefundedElsewhere,
    /// Taken money was lost at the settlement, or voided at the provider.
    Lost,
    /// It was given up here, and turned out to be taken: it has become a payment.
    TakenLate,
    /// The provider reserved or took another amount than it was asked for. The transaction has that amount.
    AmountDiffers,
    /// The provider did not say what came of it: somebody has to look there.
    GivenUp,
    #[words(unknown)]
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
