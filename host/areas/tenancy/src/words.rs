//! The value lists that a tenant's settings choose from.

use kernel::Words;

/// How a customer pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum CustomerType {
    Account,
    Payg,
    Prepaid,
    Guest,
    /// Nothing was said, or a word that is not known.
    #[default]
    #[words(unknown)]
    Unknown,
}

/// What an invoice is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum InvoiceType {
    Freight,
    AdHoc,
    Recharge,
    Fee,
    Storage,
    AgentRcti,
    OpeningBalance,
}
