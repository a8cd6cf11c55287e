//! Dunning: due steps and texts.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use billing::settings::model::DunningStep;

const MAX_LISTED_INVOICES: usize = 50;

/// Returns the last step reached, unless it or a later one was sent.
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

/// Returns 0 or less if prepayments cover everything.
pub fn uncovered(overdue: Decimal, ahead: Decimal) -> Decimal {
    overdue - ahead.max(Decimal::ZERO)
}

pub fn to_pay(overdue: Decimal, unapplied: Decimal, nets_unapplied: bool) -> Decimal {
    if nets_unapplied {
        uncovered(overdue, unapplied).max(Decimal::ZERO)
    } else {
        overdue
    }
}

/// Adds a note after the list of invoices or at the end, unless the text shows the unapplied
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

/// Ends with the number of omitted lines, if any.
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

/// Replaces in one pass. Braces in values are left as they are.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn steps() -> Vec<DunningStep> {
        billing::settings::model::Dunning::default().steps
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
        // No step milder than the sent one follows, even if the tenant has moved its steps.
        assert_eq!(days(due(&steps, 30, Some(25))), None);
    }

    #[test]
    fn words_in_braces_are_filled_once() {
        let values = [("customer", "{amount} Pty"), ("amount", "110.00 AUD")];
        assert_eq!(
            fill_placeholders("{customer}: {amount} {x} {", &values),
            "{amount} Pty: 110.00 AUD {x} {"
        );
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
