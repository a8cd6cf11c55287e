//! Where a card transaction goes by what its provider tells, and what paying by card costs.

use freight::money;
use rust_decimal::Decimal;

use crate::{
    card_port::{CardState, CardTold},
    model::card::CardStatus::{self, *},
};

/// The provider's word where it is one of ours and fits what became of the money, else what that comes to.
pub fn status(told: &CardTold) -> CardStatus {
    let (fitting, otherwise): (&[CardStatus], CardStatus) = match told.state {
        CardState::Authorised => (&[Authorized], Authorized),
        CardState::Charged | CardState::Refunded => (
            &[SubmittedForSettlement, Settling, Settled],
            SubmittedForSettlement,
        ),
        CardState::Pending => (&[Pending], Pending),
        CardState::Declined => (
            &[
                ProcessorDeclined,
                GatewayRejected,
                SettlementDeclined,
                Failed,
            ],
            ProcessorDeclined,
        ),
        CardState::Voided => (&[Voided], Voided),
    };
    let word = told
        .status
        .as_deref()
        .and_then(|word| word.parse::<CardStatus>().ok());
    word.filter(|word| fitting.contains(word))
        .unwrap_or(otherwise)
}

/// Whether the money is ours.
pub fn is_taken(status: CardStatus) -> bool {
    matches!(status, SubmittedForSettlement | Settling | Settled)
}

/// True if money is reserved or taken that was not before, or a reservation is taken.
pub fn is_held_anew(before: CardStatus, after: CardStatus) -> bool {
    (after == Authorized || is_taken(after)) && before != after && !is_taken(before)
}

/// Whether nothing was taken and nothing will be.
pub fn has_failed(status: CardStatus) -> bool {
    matches!(
        status,
        SettlementDeclined | ProcessorDeclined | GatewayRejected | Failed | Voided
    )
}

/// Where it stands after it was told to stand there. What is told late, or again, takes nothing back: only money that
/// was taken can still be lost at the settlement, and what was given up here can still turn out to be taken.
pub fn after(before: CardStatus, told: CardStatus) -> CardStatus {
    let rank = |status: CardStatus| match status {
        Pending => 0,
        Authorized => 1,
        SubmittedForSettlement => 2,
        Settling => 3,
        Settled => 4,
        _ => 5,
    };
    match (before, told) {
        (Failed, told) if is_taken(told) || told == Authorized => told,
        (before, SettlementDeclined | Voided) if !has_failed(before) => told,
        (before, ProcessorDeclined | GatewayRejected | Failed) if is_taken(before) => before,
        (before, told) if rank(told) > rank(before) => told,
        (before, _) => before,
    }
}

/// What paying so much by card costs beside it, in per cent.
pub fn surcharge(amount: Decimal, percent: Decimal, currency: &str) -> Decimal {
    money::round(
        amount.saturating_mul(percent) / Decimal::ONE_HUNDRED,
        currency,
    )
}

/// One spelling of a card's type: `American Express` and `american_express` are the same.
pub fn card_type(word: &str) -> String {
    let plain: String = word
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    match plain.as_str() {
        "amex" => "americanexpress".to_owned(),
        "mc" => "mastercard".to_owned(),
        _ => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(state: CardState, status: Option<&str>) -> CardTold {
        CardTold {
            reference: String::new(),
            id: String::new(),
            state,
            status: status.map(str::to_owned),
            amount: Decimal::ONE,
            refunded: Decimal::ZERO,
            currency: "AUD".to_owned(),
            decline_code: None,
            decline_message: None,
            card_type: None,
            card_ends_with: None,
            card_holder_name: None,
            authorization_code: None,
            dispute: None,
        }
    }

    #[test]
    fn a_word_counts_where_it_fits_the_money() {
        assert_eq!(status(&told(CardState::Charged, Some("Settled"))), Settled);
        assert_eq!(
            status(&told(CardState::Charged, Some("Voided"))),
            SubmittedForSettlement
        );
        assert_eq!(
            status(&told(CardState::Declined, Some("GatewayRejected"))),
            GatewayRejected
        );
        assert_eq!(
            status(&told(CardState::Declined, Some("succeeded"))),
            ProcessorDeclined
        );
        assert_eq!(
            status(&told(CardState::Refunded, None)),
            SubmittedForSettlement
        );
    }

    #[test]
    fn what_is_told_late_takes_nothing_back() {
        for (before, told, stands) in [
            (Pending, Authorized, Authorized),
            (Authorized, SubmittedForSettlement, SubmittedForSettlement),
            (Settled, Settling, Settled),
            (Settled, Authorized, Settled),
            (Settled, Pending, Settled),
            (Settled, ProcessorDeclined, Settled),
            (Settling, SettlementDeclined, SettlementDeclined),
            (Authorized, Voided, Voided),
            (Voided, Authorized, Voided),
            (Voided, Settled, Voided),
            (Failed, Settled, Settled),
            (Pending, ProcessorDeclined, ProcessorDeclined),
            (ProcessorDeclined, Pending, ProcessorDeclined),
        ] {
            assert_eq!(after(before, told), stands, "{before:?} then {told:?}");
            assert_eq!(
                after(stands, told),
                stands,
                "told again: {before:?} then {told:?}"
            );
        }
    }

    #[test]
    fn amounts_count_when_money_is_held_anew() {
        for (before, after, is_anew) in [
            (Pending, Authorized, true),
            (Pending, Settled, true),
            (Authorized, Authorized, false),
            (Authorized, SubmittedForSettlement, true),
            (SubmittedForSettlement, Settled, false),
            (Failed, Settled, true),
            (Authorized, Voided, false),
            (Pending, ProcessorDeclined, false),
        ] {
            assert_eq!(
                is_held_anew(before, after),
                is_anew,
                "{before:?} to {after:?}"
            );
        }
    }

    #[test]
    fn a_surcharge_is_rounded_to_the_currency() {
        assert_eq!(
            surcharge(Decimal::new(1005, 2), Decimal::new(15, 1), "AUD"),
            Decimal::new(15, 2)
        );
        assert_eq!(
            surcharge(Decimal::from(1005), Decimal::new(15, 1), "JPY"),
            Decimal::from(15)
        );
    }

    #[test]
    fn types_of_cards_have_one_spelling() {
        for word in ["American Express", "american_express", "AMEX", "amex"] {
            assert_eq!(card_type(word), "americanexpress");
        }
        assert_eq!(
            (card_type("Visa"), card_type("MASTERCARD")),
            ("visa".to_owned(), "mastercard".to_owned())
        );
    }
}
