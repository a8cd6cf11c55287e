//! How numbers of customers and invoices are written, and what is right for the settings that say so.

use chrono::{Datelike, NaiveDate};
use kernel::message;

use super::check::Wrong;
use crate::model::Numbering;

/// The longest number that every record has room for.
const MAX_LENGTH: i64 = 32;
const MAX_DIGITS: usize = 18;
/// Far more than anybody counts, and exact in JavaScript.
const MAX_BYTES: i64 = 999_999_999_999_999;

/// The counted number as people read it on that day of the tenant.
pub(crate) fn written(form: &Numbering, number: i64, day: NaiveDate) -> String {
    let digits = form.format.len();
    format!(
        "{}{number:0digits$}{}",
        dated(&form.prefix, day),
        dated(&form.postfix, day)
    )
}

fn dated(text: &str, day: NaiveDate) -> String {
    text.replace("{yyyy}", &format!("{:04}", day.year()))
        .replace("{yy}", &format!("{:02}", day.year().rem_euclid(100)))
        .replace("{MM}", &format!("{:02}", day.month()))
}

pub(crate) fn check(wrong: &mut Wrong, group: &str, form: &Numbering, types: &[&str]) {
    let member = |name: &str| format!("{group}.{name}");
    wrong.unless(
        types.contains(&form.default_type.as_str()),
        member("defaultType"),
        message!("must be one of {known}", known = types.join(", ")),
    );
    let mut right = true;
    for (name, text) in [("prefix", &form.prefix), ("postfix", &form.postfix)] {
        let plain = ["{yyyy}", "{yy}", "{MM}"]
            .iter()
            .fold(text.clone(), |text, part| text.replace(part, ""));
        let visible = plain
            .chars()
            .all(|c| c.is_ascii_graphic() && !matches!(c, '{' | '}'));
        right &= wrong.unless(
            visible && plain.len() <= 16,
            member(name),
            message!(
                "must be at most 16 characters without blanks; of words in braces only {known}",
                known = ["{yyyy}", "{yy}", "{MM}"]
            ),
        );
    }
    right &= wrong.unless(
        (1..=MAX_DIGITS).contains(&form.format.len()) && form.format.bytes().all(|b| b == b'0'),
        member("format"),
        message!(
            "must be 1 to {max} zeros, as many as the number has digits at least",
            max = MAX_DIGITS
        ),
    );
    let start = wrong.unless(
        (0..=MAX_BYTES).contains(&form.start),
        member("start"),
        message!("must be a whole number from 0 to {max}", max = MAX_BYTES),
    );
    let end = form
        .end
        .is_none_or(|end| (form.start..=MAX_BYTES).contains(&end));
    let end = wrong.unless(
        end,
        member("end"),
        message!("must be null, or from the start to {max}", max = MAX_BYTES),
    );
    let length = wrong.unless(
        (1..=MAX_LENGTH).contains(&form.max_length),
        member("maxLength"),
        message!("must be from 1 to {max}", max = MAX_LENGTH),
    );
    if right && start && end && length {
        let longest = written(form, form.end.unwrap_or(form.start), NaiveDate::default());
        wrong.unless(
            i64::try_from(longest.len()).is_ok_and(|length| length <= form.max_length),
            member("maxLength"),
            message!("is too little for {longest}"),
        );
    }
}

#[cfg(test)]
mod tests {
    use kernel::Error;

    use super::*;

    fn day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, 9).unwrap()
    }

    fn members(form: &Numbering) -> Vec<String> {
        let mut wrong = Wrong::default();
        check(&mut wrong, "customer", form, &["Account"]);
        match wrong.end() {
            Err(Error::Invalid(fields)) => fields.into_iter().map(|field| field.member).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn numbers_are_padded_and_dated() {
        let form = Numbering {
            prefix: "A{yy}-{MM}/".to_owned(),
            postfix: "-{yyyy}".to_owned(),
            ..Numbering::default()
        };
        assert_eq!(written(&form, 42, day()), "A26-03/00042-2026");
        assert_eq!(written(&Numbering::default(), 1_234_567, day()), "C1234567");
        assert!(members(&form).is_empty());
    }

    #[test]
    fn every_wrong_member_is_named() {
        let form = Numbering {
            default_type: "Friend".to_owned(),
            prefix: "{day}".to_owned(),
            format: "##0".to_owned(),
            start: 5,
            end: Some(4),
            max_length: 40,
            ..Numbering::default()
        };
        let wanted = ["defaultType", "prefix", "format", "end", "maxLength"]
            .map(|name| format!("customer.{name}"));
        assert_eq!(members(&form), wanted);
        let form = Numbering {
            end: Some(999_999),
            max_length: 6,
            ..Numbering::default()
        };
        assert_eq!(members(&form), ["customer.maxLength"]);
        assert!(
            members(&Numbering {
                max_length: 7,
                ..form
            })
            .is_empty()
        );
    }
}
