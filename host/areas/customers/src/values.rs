//! Enums of customers.

use data::{TextEnum, states};
pub use tenancy::CustomerType;

states! {
    /// Account status, which permits or blocks booking.
    #[derive(Default)]
    pub enum AccountStatus {
        Pending,
        Active,
        OnHold,
        CreditStop,
        Suspended,
        Closed,
        /// Unset, or an unknown stored value.
        #[default]
        #[text_enum(unknown)]
        Unknown,
    }
    operations {
        /// An automatic change; staff enter any status.
        pub enum AccountOperation {
            StopCredit: [Active] => CreditStop,
            LiftCreditStop: [CreditStop] => Active,
        }
    }
}

/// Period of an expected number or amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum Duration {
    Day,
    Week,
    Month,
    Quarter,
    Year,
    #[text_enum(unknown)]
    Unknown,
}

/// Business types offered by forms; a customer's value may be any text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum BusinessType {
    SoleTrader,
    Partnership,
    Company,
    Trust,
    NotForProfit,
    Government,
}
