//! The value lists of customers.

use kernel::Words;
pub use tenancy::CustomerType;

/// Whether a customer may book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub enum AccountStatus {
    Pending,
    Active,
    OnHold,
    CreditStop,
    Suspended,
    Closed,
    /// Nothing was said, or a word that is not known.
    #[default]
    #[words(unknown)]
    Unknown,
}

/// What an expected number or sum is counted over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum Duration {
    Day,
    Week,
    Month,
    Quarter,
    Year,
    #[words(unknown)]
    Unknown,
}

/// The kinds of business that forms offer; a customer's own may be any text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub enum BusinessType {
    SoleTrader,
    Partnership,
    Company,
    Trust,
    NotForProfit,
    Government,
}
