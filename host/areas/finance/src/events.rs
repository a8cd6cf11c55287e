//! What finance tells the areas above.

use kernel::{event::Event, ids::CustomerId};
use serde::{Deserialize, Serialize};

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
