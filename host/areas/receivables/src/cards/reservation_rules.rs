//! The price that a card reservation pays, and its capture or void.

use bookings::Stage;
use chrono::{DateTime, TimeDelta, Utc};
use data::ids::{CustomerId, QuoteId};
use rust_decimal::Decimal;

use crate::cards::model::{CardIntent, CardStatus, CardTransaction};

/// An unsent booking then loses its reservation.
const MAX_WAIT: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    pub customer: CustomerId,
    pub quote: Option<QuoteId>,
    pub amount: Decimal,
    /// ISO 4217 code.
    pub currency: String,
}

impl Price {
    /// Ignores the amount.
    fn is_of(&self, card: &CardTransaction) -> bool {
        card.customer_id == self.customer
            && card.quote_id == self.quote
            && card.currency == self.currency
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Keep,
    Void,
    /// The provider releases the remainder.
    Capture(Decimal),
}

/// True if the transaction's money is exactly this price. With a pending void it pays nothing.
pub fn pays(card: &CardTransaction, price: &Price) -> bool {
    let is_held = match card.status {
        CardStatus::Pending => card.intent == Some(CardIntent::Authorise),
        CardStatus::Authorized => card.intent != Some(CardIntent::Void),
        status => status.is_charged() && card.refunded_amount.is_zero(),
    };
    is_held && price.is_of(card) && card.payable_amount() == price.amount
}

/// Decides on a reservation without a pending operation. A deleted booking is none.
pub fn decide(
    card: &CardTransaction,
    booking: Option<&(Price, Stage)>,
    now: DateTime<Utc>,
) -> Decision {
    let Some((price, stage)) = booking else {
        return Decision::Void;
    };
    match stage {
        Stage::Uncertain => Decision::Keep,
        Stage::Over => Decision::Void,
        Stage::Waiting if pays(card, price) && now < card.creation_time + MAX_WAIT => {
            Decision::Keep
        }
        Stage::Waiting => Decision::Void,
        // Staff can lower a price after booking. A higher one was never reserved.
        Stage::Booked if price.is_of(card) && price.amount > Decimal::ZERO => {
            Decision::Capture(card.amount.min(price.amount))
        }
        Stage::Booked => Decision::Void,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(amount: i64) -> Price {
        Price {
            customer: CustomerId(7),
            quote: Some(QuoteId(3)),
            amount: amount.into(),
            currency: "AUD".to_owned(),
        }
    }

    fn reserved(amount: i64) -> CardTransaction {
        CardTransaction {
            customer_id: CustomerId(7),
            quote_id: Some(QuoteId(3)),
            status: CardStatus::Authorized,
            amount: amount.into(),
            currency: "AUD".to_owned(),
            ..CardTransaction::default()
        }
    }

    #[test]
    fn a_reservation_pays_for_its_own_price_only() {
        assert!(pays(&reserved(20), &price(20)));
        for other in [
            price(21),
            price(19),
            Price {
                customer: CustomerId(8),
                ..price(20)
            },
            Price {
                quote: Some(QuoteId(4)),
                ..price(20)
            },
            Price {
                quote: None,
                ..price(20)
            },
            Price {
                currency: "NZD".to_owned(),
                ..price(20)
            },
        ] {
            assert!(!pays(&reserved(20), &other), "{other:?}");
        }
    }

    #[test]
    fn a_reservation_being_voided_or_refunded_pays_nothing() {
        let card = |status, intent| CardTransaction {
            status,
            intent,
            ..reserved(20)
        };
        for (status, intent, pays_it) in [
            (CardStatus::Authorized, Some(CardIntent::Capture), true),
            (CardStatus::Authorized, Some(CardIntent::Void), false),
            (CardStatus::Pending, Some(CardIntent::Authorise), true),
            (CardStatus::Pending, Some(CardIntent::Void), false),
            (CardStatus::Settled, None, true),
            (CardStatus::Voided, None, false),
            (CardStatus::Failed, None, false),
            (CardStatus::ProcessorDeclined, None, false),
            (CardStatus::Unknown, None, false),
        ] {
            assert_eq!(
                pays(&card(status, intent), &price(20)),
                pays_it,
                "{status:?} {intent:?}"
            );
        }
        let refunded = CardTransaction {
            refunded_amount: 5.into(),
            ..card(CardStatus::Settled, None)
        };
        assert!(!pays(&refunded, &price(20)));
    }

    #[test]
    fn a_reservation_follows_its_booking() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
        let card = CardTransaction {
            creation_time: now - TimeDelta::hours(1),
            ..reserved(20)
        };
        let at = |stage, amount| decide(&card, Some(&(price(amount), stage)), now);
        assert_eq!(at(Stage::Waiting, 20), Decision::Keep);
        assert_eq!(at(Stage::Waiting, 4530), Decision::Void);
        assert_eq!(at(Stage::Uncertain, 4530), Decision::Keep);
        assert_eq!(at(Stage::Over, 20), Decision::Void);
        assert_eq!(at(Stage::Booked, 20), Decision::Capture(20.into()));
        assert_eq!(at(Stage::Booked, 15), Decision::Capture(15.into()));
        assert_eq!(at(Stage::Booked, 4530), Decision::Capture(20.into()));
        assert_eq!(at(Stage::Booked, 0), Decision::Void);
        assert_eq!(decide(&card, None, now), Decision::Void);
        let old = CardTransaction {
            creation_time: now - MAX_WAIT,
            ..reserved(20)
        };
        assert_eq!(
            decide(&old, Some(&(price(20), Stage::Waiting)), now),
            Decision::Void
        );
    }
}
