//! States of card transactions, and card surcharges.

use carriage::{FaultKind, PluginFault, money};
use rust_decimal::Decimal;

use crate::cards::{
    model::CardStatus::{self, *},
    port::{CardState, CardTransactionState},
};

/// Returns the provider's status if it fits the state of the money, else the state's default.
pub fn status(report: &CardTransactionState) -> CardStatus {
    let (fitting, otherwise): (&[CardStatus], CardStatus) = match report.state {
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
    let word = report
        .status
        .as_deref()
        .and_then(|word| word.parse::<CardStatus>().ok());
    word.filter(|word| fitting.contains(word))
        .unwrap_or(otherwise)
}

/// True if the provider may have done it: unreachable, silent, or its plugin failed midway.
pub fn is_outcome_unknown(fault: &PluginFault) -> bool {
    !fault.kind.is_rejection() && !matches!(fault.kind, FaultKind::NotCalled { .. })
}

/// True if money is newly reserved or charged, or a reservation is captured.
pub fn is_newly_held(before: CardStatus, after: CardStatus) -> bool {
    (after == Authorized || after.is_charged()) && before != after && !before.is_charged()
}

/// Never moves a status back for late or repeated reports. Exceptions: charged money can be lost at
/// settlement, and an abandoned transaction can prove to be charged.
pub fn after(before: CardStatus, report: CardStatus) -> CardStatus {
    match (before, report) {
        (Failed, told) if told.is_charged() || told == Authorized => told,
        (before, SettlementDeclined | Voided) if !before.has_failed() => report,
        (before, ProcessorDeclined | GatewayRejected | Failed) if before.is_charged() => before,
        (before, told) if told.rank() > before.rank() => told,
        (before, _) => before,
    }
}

pub fn surcharge(amount: Decimal, percent: Decimal, currency: &str) -> Decimal {
    money::round(
        amount.saturating_mul(percent) / Decimal::ONE_HUNDRED,
        currency,
    )
}

/// Makes `American Express` and `american_express` equal.
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

    fn reported(state: CardState, status: Option<&str>) -> CardTransactionState {
        CardTransactionState {
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
        assert_eq!(
            status(&reported(CardState::Charged, Some("Settled"))),
            Settled
        );
        assert_eq!(
            status(&reported(CardState::Charged, Some("Voided"))),
            SubmittedForSettlement
        );
        assert_eq!(
            status(&reported(CardState::Declined, Some("GatewayRejected"))),
            GatewayRejected
        );
        assert_eq!(
            status(&reported(CardState::Declined, Some("succeeded"))),
            ProcessorDeclined
        );
        assert_eq!(
            status(&reported(CardState::Refunded, None)),
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
                is_newly_held(before, after),
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
