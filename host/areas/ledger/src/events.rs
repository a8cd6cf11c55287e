//! Events of the ledger.

use data::ids::CustomerId;
use serde::{Deserialize, Serialize};
use work::event::Event;

/// The ledger and the documents differ.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerMismatch {
    /// Number of customer accounts that differ.
    pub differences: usize,
}

pub static LEDGER_MISMATCH: Event<LedgerMismatch> = Event::new("finance.ledger-differs", 1);

pub static BALANCE_CHANGED: Event<CustomerId> = Event::new("finance.account-moved", 1);
