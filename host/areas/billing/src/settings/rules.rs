//! Checks of dunning, low balances and the account to pay to.

use data::{FieldError, message};

use crate::settings::model::{Dunning, LowBalanceRule, PaymentDetails};

const MAX_STEPS: usize = 10;
const MAX_DAYS: i64 = 3650;
const MAX_NAME: usize = 100;
const MAX_SUBJECT: usize = 200;
const MAX_LETTER: usize = 5000;

const MAX_INSTRUCTIONS: usize = 500;

/// In reminder texts.
pub const PLACEHOLDERS: [&str; 7] = [
    "customer",
    "amount",
    "overdue",
    "unapplied",
    "days",
    "invoices",
    "brand",
];

fn first_unknown_placeholder(text: &str) -> Option<&str> {
    text.split('{')
        .skip(1)
        .find_map(|part| match part.split_once('}') {
            Some((word, _)) if PLACEHOLDERS.contains(&word) => None,
            Some((word, _)) => Some(word),
            None => Some(part.split_whitespace().next().unwrap_or_default()),
        })
}

pub fn check_payment(payment: &PaymentDetails) -> Vec<FieldError> {
    let fields = [
        ("accountName", &payment.account_name, MAX_NAME),
        ("bankName", &payment.bank_name, MAX_NAME),
        ("bankCode", &payment.bank_code, MAX_NAME),
        ("accountNumber", &payment.account_number, MAX_NAME),
        ("swiftCode", &payment.swift_code, MAX_NAME),
        ("instructions", &payment.instructions, MAX_INSTRUCTIONS),
    ];
    let too_long = fields
        .into_iter()
        .filter(|(_, text, max)| text.chars().count() > *max);
    too_long
        .map(|(name, _, max)| {
            FieldError::new(
                format!("payment.{name}"),
                message!("must be at most {max} characters", max = max),
            )
        })
        .collect()
}

/// Sorts the steps by days and returns every invalid field.
pub fn check(dunning: &mut Dunning) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if dunning.steps.len() > MAX_STEPS {
        errors.push(FieldError::new(
            "dunning.steps",
            message!("must be at most {max} entries", max = MAX_STEPS),
        ));
        return errors;
    }
    if dunning.is_active && dunning.steps.is_empty() {
        errors.push(FieldError::new(
            "dunning.steps",
            message!("must have at least one step"),
        ));
    }
    if dunning.minimum_amount.is_sign_negative() {
        errors.push(FieldError::new(
            "dunning.minimumAmount",
            message!("must be 0 or more"),
        ));
    }
    for (at, step) in dunning.steps.iter().enumerate() {
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(
                format!("dunning.steps[{at}].{name}"),
                message,
            ))
        };
        if !(1..=MAX_DAYS).contains(&step.days_overdue) {
            refuse(
                "daysOverdue",
                message!("must be from {first} to {last}", first = 1, last = MAX_DAYS),
            );
        } else if dunning.steps[..at]
            .iter()
            .any(|before| before.days_overdue == step.days_overdue)
        {
            refuse("daysOverdue", message!("is a duplicate"));
        }
        for (name, text, max) in [
            ("name", &step.name, MAX_NAME),
            ("subject", &step.subject, MAX_SUBJECT),
            ("text", &step.text, MAX_LETTER),
        ] {
            if text.trim().is_empty() || text.chars().count() > max {
                refuse(
                    name,
                    message!("must have from 1 to {max} characters", max = max),
                );
            } else if name != "name"
                && let Some(word) = first_unknown_placeholder(text)
            {
                let known = PLACEHOLDERS.map(|word| format!("{{{word}}}")).join(", ");
                refuse(
                    name,
                    message!(
                        "must not contain the placeholder {word}; the only placeholders are {known}",
                        word = word,
                        known = known
                    ),
                );
            }
        }
    }
    dunning.steps.sort_by_key(|step| step.days_overdue);
    errors
}

pub fn check_balance(rule: LowBalanceRule) -> Vec<FieldError> {
    match rule.threshold.is_sign_negative() {
        true => vec![FieldError::new(
            "lowBalance.threshold",
            message!("must be 0 or more"),
        )],
        false => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_placeholders_are_found() {
        assert_eq!(
            first_unknown_placeholder("{customer} {total}"),
            Some("total")
        );
        assert_eq!(first_unknown_placeholder("{customer} {amount}"), None);
    }

    #[test]
    fn every_wrong_member_of_a_step_is_named() {
        let of = |change: fn(&mut Dunning)| {
            let mut dunning = Dunning::default();
            change(&mut dunning);
            check(&mut dunning)
                .into_iter()
                .map(|error| error.member)
                .collect::<Vec<_>>()
        };
        assert!(of(|_| {}).is_empty());
        assert_eq!(
            of(|dunning| dunning.steps[1].days_overdue = 7),
            ["dunning.steps[1].daysOverdue"]
        );
        assert_eq!(
            of(|dunning| dunning.steps[0].days_overdue = 0),
            ["dunning.steps[0].daysOverdue"]
        );
        assert_eq!(
            of(|dunning| dunning.steps[2].text = "{total}".to_owned()),
            ["dunning.steps[2].text"]
        );
        assert_eq!(
            of(|dunning| dunning.steps[2].subject = " ".to_owned()),
            ["dunning.steps[2].subject"]
        );
        assert_eq!(
            of(|dunning| {
                dunning.is_active = true;
                dunning.steps.clear();
            }),
            ["dunning.steps"]
        );
        let mut backwards = Dunning::default();
        backwards.steps.reverse();
        assert!(check(&mut backwards).is_empty());
        assert_eq!(backwards, Dunning::default());
    }
}
