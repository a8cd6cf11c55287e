//! Dunning: due steps, texts of reminders, and validation of steps.

use chrono::NaiveDate;
use kernel::{FieldError, message};
use rust_decimal::Decimal;

use crate::settings::model::{Dunning, DunningStep, LowBalanceRule};

const MAX_STEPS: usize = 10;
const MAX_DAYS: i64 = 3650;
const MAX_NAME: usize = 100;
const MAX_SUBJECT: usize = 200;
const MAX_LETTER: usize = 5000;
/// Maximum invoices listed in a reminder.
const MAX_LISTED_INVOICES: usize = 50;

/// Placeholders of reminder texts.
pub const PLACEHOLDERS: [&str; 7] = [
    "customer",
    "amount",
    "overdue",
    "unapplied",
    "days",
    "invoices",
    "brand",
];

/// Returns the due step: the last one that the invoice has reached, unless it or a later one was
/// sent.
pub fn due(steps: &[DunningStep], days_overdue: i64, sent: Option<i64>) -> Option<&DunningStep> {
    let reached = steps
        .iter()
        .filter(|step| step.days_overdue <= days_overdue)
        .max_by_key(|step| step.days_overdue);
    reached.filter(|step| sent.is_none_or(|sent| step.days_overdue > sent))
}

pub fn days_overdue(due: NaiveDate, today: NaiveDate) -> i64 {
    (today - due).num_days()
}

/// Returns the overdue amount not covered by prepayments. 0 or less if fully covered.
pub fn uncovered(overdue: Decimal, ahead: Decimal) -> Decimal {
    overdue - ahead.max(Decimal::ZERO)
}

/// Returns the amount requested in a reminder.
pub fn to_pay(overdue: Decimal, unapplied: Decimal, nets_unapplied: bool) -> Decimal {
    if nets_unapplied {
        uncovered(overdue, unapplied).max(Decimal::ZERO)
    } else {
        overdue
    }
}

/// Adds a note after the list of invoices, or at the end, unless the text shows the unapplied
/// amount.
pub fn with_note(text: &str, note: &str) -> String {
    match text {
        text if note.is_empty() || text.contains("{unapplied}") => text.to_owned(),
        text if text.contains("{invoices}") => {
            text.replacen("{invoices}", &format!("{{invoices}}\n\n{note}"), 1)
        }
        text => format!("{text}\n\n{note}"),
    }
}

/// Joins the lines. If there are too many, the last line shows the number omitted.
pub fn join_lines(lines: Vec<String>) -> String {
    let more = lines.len().saturating_sub(MAX_LISTED_INVOICES);
    let mut text = lines
        .into_iter()
        .take(MAX_LISTED_INVOICES)
        .collect::<Vec<_>>()
        .join("\n");
    if more > 0 {
        text.push_str(&format!("\n… and {more} more, which the statement has."));
    }
    text
}

/// Replaces the placeholders in one pass. Braces in values are left as they are.
pub fn fill_placeholders(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let found = values.iter().find_map(|(word, value)| {
            let after = from
                .strip_prefix('{')?
                .strip_prefix(word)?
                .strip_prefix('}')?;
            Some((*value, after))
        });
        match found {
            Some((value, after)) => {
                out.push_str(value);
                rest = after;
            }
            None => {
                out.push('{');
                rest = &from[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Returns the first unknown placeholder.
fn first_unknown_placeholder(text: &str) -> Option<&str> {
    text.split('{')
        .skip(1)
        .find_map(|part| match part.split_once('}') {
            Some((word, _)) if PLACEHOLDERS.contains(&word) => None,
            Some((word, _)) => Some(word),
            None => Some(part.split_whitespace().next().unwrap_or_default()),
        })
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

/// Validates the threshold.
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
    use proptest::prelude::*;

    use super::*;

    fn steps() -> Vec<DunningStep> {
        Dunning::default().steps
    }

    fn days(step: Option<&DunningStep>) -> Option<i64> {
        step.map(|step| step.days_overdue)
    }

    #[test]
    fn the_last_step_that_is_reached_is_due_once() {
        let steps = steps();
        assert_eq!(days(due(&steps, 6, None)), None);
        assert_eq!(days(due(&steps, 7, None)), Some(7));
        assert_eq!(days(due(&steps, 20, Some(7))), None);
        assert_eq!(days(due(&steps, 21, Some(7))), Some(21));
        assert_eq!(
            days(due(&steps, 90, None)),
            Some(45),
            "steps that were missed are not sent one after the other"
        );
        // The tenant has moved its steps: no milder step follows the one sent.
        assert_eq!(days(due(&steps, 30, Some(25))), None);
    }

    #[test]
    fn words_in_braces_are_filled_once() {
        let values = [("customer", "{amount} Pty"), ("amount", "110.00 AUD")];
        assert_eq!(
            fill_placeholders("{customer}: {amount} {x} {", &values),
            "{amount} Pty: 110.00 AUD {x} {"
        );
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

    #[test]
    fn a_long_list_says_how_many_it_leaves_out() {
        let text = join_lines((0..52).map(|line| line.to_string()).collect());
        assert!(
            text.ends_with("49\n… and 2 more, which the statement has."),
            "{text}"
        );
        assert_eq!(join_lines(vec!["one".to_owned()]), "one");
    }

    #[test]
    fn what_was_paid_ahead_covers_what_is_overdue() {
        let of = |overdue: i64, ahead: i64| uncovered(overdue.into(), ahead.into());
        assert_eq!(
            (of(110, 0), of(110, 110), of(110, -5)),
            (110.into(), 0.into(), 110.into())
        );
    }

    #[test]
    fn unapplied_money_is_noted_once_and_deducted_if_set() {
        let of = |nets| to_pay(Decimal::new(12_100, 2), Decimal::new(3_994, 2), nets);
        assert_eq!(
            (of(false), of(true)),
            (Decimal::new(12_100, 2), Decimal::new(8_106, 2))
        );
        assert_eq!(to_pay(Decimal::ONE, Decimal::TEN, true), Decimal::ZERO);
        assert_eq!(
            with_note("a {invoices} b", "note"),
            "a {invoices}\n\nnote b"
        );
        assert_eq!(with_note("a", "note"), "a\n\nnote");
        assert_eq!(
            with_note("{unapplied} {invoices}", "note"),
            "{unapplied} {invoices}"
        );
        assert_eq!(with_note("a {invoices}", ""), "a {invoices}");
    }

    proptest! {
        /// On any schedule of the job, each step is sent at most once, and the last reached step is
        /// sent.
        #[test]
        fn each_step_comes_once(mut ran in prop::collection::vec(0i64..100, 0..40)) {
            let steps = steps();
            ran.sort_unstable();
            let (mut sent, mut letters) = (None, Vec::new());
            for day in &ran {
                if let Some(step) = due(&steps, *day, sent) {
                    letters.push(step.days_overdue);
                    sent = Some(step.days_overdue);
                }
            }
            prop_assert!(letters.windows(2).all(|pair| pair[0] < pair[1]));
            let reached = ran.last().and_then(|last| days(due(&steps, *last, None)));
            prop_assert_eq!(letters.last().copied(), reached);
        }
    }
}
