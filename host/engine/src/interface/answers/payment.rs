//! Rules for the answers of card payment providers.

use super::{Rule, check_count, currency, money, name, quoted};
use crate::interface::wit::*;
use data::message;

const MAX_TRANSACTIONS: usize = 100;
const MAX_TOKEN_BYTES: usize = 16 << 10;

pub(crate) fn client_token(token: &str) -> Rule {
    match token.is_empty() || token.len() > MAX_TOKEN_BYTES {
        true => Err(message!(
            "the client token must have 1 to {max} bytes",
            max = MAX_TOKEN_BYTES
        )),
        false => Ok(()),
    }
}

pub(crate) fn charged(request: &PaymentRequest, answer: &Transaction) -> Rule {
    transaction(answer)?;
    check_reference(&request.reference, answer)?;
    money(
        || message!("the amount"),
        &answer.amount,
        &request.amount.currency,
    )?;
    match answer.amount.minor == request.amount.minor {
        true => Ok(()),
        false => Err(message!(
            "the amount is {amount}; {expected} was asked for",
            amount = answer.amount.minor,
            expected = request.amount.minor
        )),
    }
}

pub(crate) fn found_payment(reference: &str, found: &Option<Transaction>) -> Rule {
    found
        .as_ref()
        .map_or(Ok(()), |found| found_transaction(reference, found))
}

fn found_transaction(reference: &str, answer: &Transaction) -> Rule {
    transaction(answer)?;
    check_reference(reference, answer)
}

/// The refund is of the requested transaction or a new one, in the requested currency. Unless
/// declined or pending, it is at least the requested amount.
pub(crate) fn refunded(id: &str, amount: &Money, answer: &Transaction) -> Rule {
    transaction(answer)?;
    let what = || message!("the amount given back");
    money(what, &answer.refunded, &amount.currency)?;
    match answer.state == TransactionState::Refunded && answer.refunded.minor < amount.minor {
        true => Err(message!(
            "{amount} of transaction {id} were given back; {expected} were asked for",
            amount = answer.refunded.minor,
            expected = amount.minor
        )),
        false => Ok(()),
    }
}

pub(crate) fn captured(id: &str, amount: &Money, answer: &Transaction) -> Rule {
    transaction(answer)?;
    check_id(id, answer)?;
    money(|| message!("the amount"), &answer.amount, &amount.currency)?;
    match answer.state == TransactionState::Charged && answer.amount.minor != amount.minor {
        true => Err(message!(
            "{amount} were taken; {expected} were asked for",
            amount = answer.amount.minor,
            expected = amount.minor
        )),
        false => Ok(()),
    }
}

pub(crate) fn voided(id: &str, answer: &Transaction) -> Rule {
    transaction(answer)?;
    check_id(id, answer)
}

pub(crate) fn pushed_transactions(answers: &[Transaction]) -> Rule {
    check_count(message!("transactions"), answers.len(), MAX_TRANSACTIONS)?;
    answers.iter().try_for_each(transaction)
}

fn transaction(answer: &Transaction) -> Rule {
    name(|| message!("the provider's id"), &answer.id)?;
    name(|| message!("our reference"), &answer.reference)?;
    let given = &answer.amount.currency;
    currency(given)?;
    money(|| message!("the amount"), &answer.amount, given)?;
    money(
        || message!("the amount given back"),
        &answer.refunded,
        given,
    )?;
    if answer.refunded.minor > answer.amount.minor {
        return Err(message!(
            "{part} of {amount} were given back",
            part = answer.refunded.minor,
            amount = answer.amount.minor
        ));
    }
    match answer.card_last4.as_deref() {
        // A full card number must never get this far.
        Some(last) if last.len() != 4 || !last.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err(message!("the last digits of the card are not four digits"))
        }
        _ => Ok(()),
    }
}

fn check_reference(reference: &str, answer: &Transaction) -> Rule {
    match answer.reference == reference {
        true => Ok(()),
        false => Err(message!(
            "it is about reference {other} instead of {reference}",
            other = quoted(&answer.reference),
            reference = quoted(reference)
        )),
    }
}

fn check_id(id: &str, answer: &Transaction) -> Rule {
    match answer.id == id {
        true => Ok(()),
        false => Err(message!(
            "it is about transaction {other} instead of {id}",
            other = quoted(&answer.id),
            id = quoted(id)
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

    fn valid_transaction() -> Transaction {
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

    fn payment_request() -> PaymentRequest {
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
        assert_eq!(charged(&payment_request(), &valid_transaction()), Ok(()));
        type Change = fn(&mut Transaction);
        let broken: [(Change, &str); 7] = [
            (|answer| answer.reference = "R2".into(), "instead of \"R1\""),
            (|answer| answer.id = String::new(), "1 to 100"),
            (|answer| answer.amount = money(1_501), "1500 was asked for"),
            (|answer| answer.amount.minor = -1_500, "negative"),
            (|answer| answer.amount.currency = "USD".into(), "asked for"),
            (|answer| answer.refunded = money(2_000), "given back"),
            (
                |answer| answer.card_last4 = Some("4111111111111111".into()),
                "four digits",
            ),
        ];
        for (change, reason) in broken {
            let mut bad = valid_transaction();
            change(&mut bad);
            let error = charged(&payment_request(), &bad).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn a_capture_is_of_the_reservation_and_takes_the_amount_asked_for() {
        assert_eq!(captured("T1", &money(1_500), &valid_transaction()), Ok(()));
        assert!(
            captured("T2", &money(1_500), &valid_transaction())
                .unwrap_err()
                .to_string()
                .contains("instead of \"T2\"")
        );
        for other in [1_000, 2_000] {
            assert!(
                captured("T1", &money(other), &valid_transaction())
                    .unwrap_err()
                    .to_string()
                    .contains("were taken")
            );
        }
    }
}
