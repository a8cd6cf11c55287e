//! Enums for a tenant's settings.

use kernel::Words;

/// Payment method of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum CustomerType {
    Account,
    Payg,
    Prepaid,
    Guest,
    /// Missing or unknown value.
    #[default]
    #[words(unknown)]
    Unknown,
}

/// Purpose of an invoice.
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
