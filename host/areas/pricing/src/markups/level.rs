//! Levels of markups, in order of precedence.

use customers::CustomerType;
use data::TextEnum;

/// Scope of a markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TextEnum)]
pub enum Level {
    /// One customer.
    Customer,
    /// All customers on account.
    Account,
    Payg,
    /// All guests, and customers of the type Guest.
    Guest,
    Prepaid,
    CarrierAccount,
    /// All accounts with the carrier.
    Carrier,
    #[text_enum(unknown)]
    Unknown,
}

impl Level {
    /// Returns the level of a type: 1 Carrier, 2 Account, 3 Payg, 4 Guest, 5 Prepaid.
    pub fn from_markup_type(number: i64) -> Option<Self> {
        [
            Self::Carrier,
            Self::Account,
            Self::Payg,
            Self::Guest,
            Self::Prepaid,
        ]
        .into_iter()
        .zip(1..)
        .find_map(|(level, known)| (known == number).then_some(level))
    }

    /// Treats none as a guest.
    pub fn from_customer_type(customer: Option<CustomerType>) -> Self {
        match customer {
            Some(CustomerType::Account) => Self::Account,
            Some(CustomerType::Payg) => Self::Payg,
            Some(CustomerType::Prepaid) => Self::Prepaid,
            Some(CustomerType::Guest) | None => Self::Guest,
            // An unknown type pays like most customers.
            Some(CustomerType::Unknown) => Self::Account,
        }
    }

    /// Returns the name shown in a price's explanation.
    pub fn display_name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Account => "account customers",
            Self::Payg => "pay-as-you-go customers",
            Self::Guest => "guests",
            Self::Prepaid => "prepaid customers",
            Self::CarrierAccount => "carrier account",
            Self::Carrier => "carrier",
            Self::Unknown => "other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_numbered_as_documented() {
        let levels: Vec<Option<Level>> = (0..=6).map(Level::from_markup_type).collect();
        assert_eq!(
            levels,
            [
                None,
                Some(Level::Carrier),
                Some(Level::Account),
                Some(Level::Payg),
                Some(Level::Guest),
                Some(Level::Prepaid),
                None
            ]
        );
        assert_eq!(Level::from_customer_type(None), Level::Guest);
        assert_eq!(
            Level::from_customer_type(Some(CustomerType::Prepaid)),
            Level::Prepaid
        );
    }
}
