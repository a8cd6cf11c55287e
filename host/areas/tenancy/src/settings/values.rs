//! Enums for a tenant's settings.

use data::TextEnum;

/// Payment method of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, TextEnum)]
pub enum CustomerType {
    Account,
    Payg,
    Prepaid,
    Guest,
    /// Missing or unknown value.
    #[default]
    #[text_enum(unknown)]
    Unknown,
}

/// Purpose of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum InvoiceType {
    Freight,
    AdHoc,
    Recharge,
    Fee,
    Storage,
    AgentRcti,
    OpeningBalance,
}
