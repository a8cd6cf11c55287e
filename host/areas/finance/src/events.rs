//! What finance tells the areas above.

use kernel::event::Event;
use serde::{Deserialize, Serialize};

/// The ledger does not come to what the documents say.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerDiffers {
    /// Accounts of customers that differ.
    pub differences: usize,
}

pub static LEDGER_DIFFERS: Event<LedgerDiffers> = Event::new("finance.ledger-differs", 1);
