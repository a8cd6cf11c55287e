//! What a card payment provider may answer.

use super::{Rule, currency, money, name, not_too_many};
use crate::interface::wit::*;

const TRANSACTIONS_MOST: usize = 100;
const TOKEN_MOST: usize = 16 << 10;

pub(crate) fn client_token(token: &str) -> Rule {
    match token.is_empty() || token.len() > TOKEN_MOST {
        true => Err("the client token must have 1 to 16384 bytes".into()),
        false => Ok(()),
    }
}

/// A charge or a reservation of this request.
pub(crate) fn charged(asked: &PaymentRequest, said: &Transaction) -> Rule {
    transaction(said)?;
    referred(&asked.reference, said)?;
    money("the amount", &said.amount, &asked.amount.currency)?;
    match said.amount.minor == asked.amount.minor {
        true => Ok(()),
        false => Err(format!(
            "the amount is {}; {} was asked for",
            said.amount.minor, asked.amount.minor
        )),
    }
}

/// What was found under this reference.
pub(crate) fn found(reference: &str, said: &Transaction) -> Rule {
    transaction(said)?;
    referred(reference, said)
}

/// A refund: of the transaction that was meant or one of its own, in the currency asked, at least as much as asked
/// unless it was declined or is under way.
pub(crate) fn refunded(id: &str, amount: &Money, said: &Transaction) -> Rule {
    transaction(said)?;
    money("the amount given back", &said.refunded, &amount.currency)?;
    match said.state == TransactionState::Refunded && said.refunded.minor < amount.minor {
        true => Err(format!(
            "{} of transaction {id} were given back; {} were asked for",
            said.refunded.minor, amount.minor
        )),
        false => Ok(()),
    }
}

/// What was taken of a reservation.
pub(crate) fn captured(id: &str, amount: &Money, said: &Transaction) -> Rule {
    transaction(said)?;
    meant(id, said)?;
    money("the amount", &said.amount, &amount.currency)?;
    match said.state == TransactionState::Charged && said.amount.minor != amount.minor {
        true => Err(format!(
            "{} were taken; {} were asked for",
            said.amount.minor, amount.minor
        )),
        false => Ok(()),
    }
}

pub(crate) fn voided(id: &str, said: &Transaction) -> Rule {
    transaction(said)?;
    meant(id, said)
}

/// What the provider tells by itself.
pub(crate) fn told(said: &[Transaction]) -> Rule {
    not_too_many("transactions", said.len(), TRANSACTIONS_MOST)?;
    said.iter().try_for_each(transaction)
}

fn transaction(said: &Transaction) -> Rule {
    name("the provider's id", &said.id)?;
    name("our reference", &said.reference)?;
    currency(&said.amount.currency)?;
    money("the amount", &said.amount, &said.amount.currency)?;
    money(
        "the amount given back",
        &said.refunded,
        &said.amount.currency,
    )?;
    if said.refunded.minor > said.amount.minor {
        return Err(format!(
            "{} of {} were given back",
            said.refunded.minor, said.amount.minor
        ));
    }
    match said.card_last4.as_deref() {
        // A whole card number must never get this far.
        Some(last) if last.len() != 4 || !last.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err("the last digits of the card are not four digits".into())
        }
        _ => Ok(()),
    }
}

fn referred(reference: &str, said: &Transaction) -> Rule {
    match said.reference == reference {
        true => Ok(()),
        false => Err(format!(
            "it is about reference {:?} instead of {reference:?}",
            said.reference
        )),
    }
}

fn meant(id: &str, said: &Transaction) -> Rule {
    match said.id == id {
        true => Ok(()),
        false => Err(format!(
            "it is about transaction {:?} instead of {id:?}",
            said.id
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(minor: i64) -> Money {
        Money {
            minor,
            currency: "AUD".into(),
        }
    }

    fn said() -> Transaction {
        Transaction {
            reference: "R1".into(),
            id: "T1".into(),
            state: TransactionState::Charged,
            amount: money(1_500),
            refunded: money(0),
            decline_code: None,
            decline_message: None,
            card_brand: Some("visa".into()),
            card_last4: Some("4242".into()),
            ext: vec![],
        }
    }

    fn asked() -> PaymentRequest {
        PaymentRequest {
            reference: "R1".into(),
            nonce: "n".into(),
            amount: money(1_500),
            description: String::new(),
            customer_name: "Kim".into(),
            customer_email: None,
        }
    }

    #[test]
    fn each_broken_rule_of_a_charge_is_named() {
        assert_eq!(charged(&asked(), &said()), Ok(()));
        type Change = fn(&mut Transaction);
        let broken: [(Change, &str); 7] = [
            (|said| said.reference = "R2".into(), "instead of \"R1\""),
            (|said| said.id = String::new(), "1 to 100"),
            (|said| said.amount = money(1_501), "1500 was asked for"),
            (|said| said.amount.minor = -1_500, "negative"),
            (|said| said.amount.currency = "USD".into(), "asked for"),
            (|said| said.refunded = money(2_000), "given back"),
            (
                |said| said.card_last4 = Some("4111111111111111".into()),
                "four digits",
            ),
        ];
        for (change, words) in broken {
            let mut bad = said();
            change(&mut bad);
            let told = charged(&asked(), &bad).unwrap_err();
            assert!(told.contains(words), "{told}");
        }
    }

    #[test]
    fn a_capture_is_of_the_reservation_and_takes_the_amount_asked_for() {
        assert_eq!(captured("T1", &money(1_500), &said()), Ok(()));
        assert!(
            captured("T2", &money(1_500), &said())
                .unwrap_err()
                .contains("instead of \"T2\"")
        );
        for other in [1_000, 2_000] {
            assert!(
                captured("T1", &money(other), &said())
                    .unwrap_err()
                    .contains("were taken")
            );
        }
    }
}
