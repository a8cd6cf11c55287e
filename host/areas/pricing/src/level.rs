//! Whose a markup is, and in which order markups are looked at.

use customers::CustomerType;
use kernel::Words;

/// Whose a markup is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Words)]
pub enum Level {
    /// One customer's.
    Customer,
    /// All customers' on account.
    Account,
    Payg,
    /// Everybody's who has not signed in, and of customers of the type Guest.
    Guest,
    Prepaid,
    CarrierAccount,
    /// All accounts' with the carrier.
    Carrier,
    #[words(unknown)]
    Unknown,
}

impl Level {
    /// The level of a numbered markup type: 1 Carrier, 2 Account, 3 Payg, 4 Guest, 5 Prepaid.
    pub fn of_type(number: i64) -> Option<Self> {
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

    /// The level of all customers of a type; none is a guest.
    pub fn of_customers(customer: Option<CustomerType>) -> Self {
        match customer {
            Some(CustomerType::Account) => Self::Account,
            Some(CustomerType::Payg) => Self::Payg,
            Some(CustomerType::Prepaid) => Self::Prepaid,
            Some(CustomerType::Guest) | None => Self::Guest,
            // A type that is not known here pays as most do.
            Some(CustomerType::Unknown) => Self::Account,
        }
    }

    /// What the level is called in the explanation of a price.
    pub fn spoken(self) -> &'static str {
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
        let levels: Vec<Option<Level>> = (0..=6).map(Level::of_type).collect();
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
        assert_eq!(Level::of_customers(None), Level::Guest);
        assert_eq!(
            Level::of_customers(Some(CustomerType::Prepaid)),
            Level::Prepaid
        );
    }
}
