//! Formatting of customer and invoice numbers, and validation of their settings.

use chrono::{Datelike, NaiveDate};
use data::message;

use crate::settings::model::Numbering;
use crate::settings::rules::Errors;

/// Column width for numbers.
const MAX_LENGTH: i64 = 32;
const MAX_DIGITS: usize = 18;
/// Beyond practical use, and exact in JavaScript.
const MAX_BYTES: i64 = 999_999_999_999_999;

/// Formats the counter for that day.
pub(crate) fn format_number(form: &Numbering, number: i64, day: NaiveDate) -> String {
    let digits = form.format.len();
    format!(
        "{}{number:0digits$}{}",
        expand_date(&form.prefix, day),
        expand_date(&form.postfix, day)
    )
}

fn expand_date(text: &str, day: NaiveDate) -> String {
    text.replace("{yyyy}", &format!("{:04}", day.year()))
        .replace("{yy}", &format!("{:02}", day.year().rem_euclid(100)))
        .replace("{MM}", &format!("{:02}", day.month()))
}

pub(crate) fn check(errors: &mut Errors, group: &str, form: &Numbering, types: &[&str]) {
    let member = |name: &str| format!("{group}.{name}");
    errors.require(
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
        right &= errors.require(
            visible && plain.len() <= 16,
            member(name),
            message!(
                "must be at most 16 characters without spaces; the only placeholders are {known}",
                known = ["{yyyy}", "{yy}", "{MM}"]
            ),
        );
    }
    right &= errors.require(
        (1..=MAX_DIGITS).contains(&form.format.len()) && form.format.bytes().all(|b| b == b'0'),
        member("format"),
        message!(
            "must be 1 to {max} zeros, as many as the number has digits at least",
            max = MAX_DIGITS
        ),
    );
    let start = errors.require(
        (0..=MAX_BYTES).contains(&form.start),
        member("start"),
        message!("must be a whole number from 0 to {max}", max = MAX_BYTES),
    );
    let end = form
        .end
        .is_none_or(|end| (form.start..=MAX_BYTES).contains(&end));
    let end = errors.require(
        end,
        member("end"),
        message!("must be empty, or from the start to {max}", max = MAX_BYTES),
    );
    let length = errors.require(
        (1..=MAX_LENGTH).contains(&form.max_length),
        member("maxLength"),
        message!("must be from 1 to {max}", max = MAX_LENGTH),
    );
    if right && start && end && length {
        let longest = format_number(form, form.end.unwrap_or(form.start), NaiveDate::default());
        errors.require(
            i64::try_from(longest.len()).is_ok_and(|length| length <= form.max_length),
            member("maxLength"),
            message!("is too little for {longest}"),
        );
    }
}

#[cfg(test)]
mod tests {
    use data::Error;

    use super::*;

    fn day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, 9).unwrap()
    }

    fn members(form: &Numbering) -> Vec<String> {
        let mut errors = Errors::default();
        check(&mut errors, "customer", form, &["Account"]);
        match errors.finish() {
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
        assert_eq!(format_number(&form, 42, day()), "A26-03/00042-2026");
        assert_eq!(
            format_number(&Numbering::default(), 1_234_567, day()),
            "C1234567"
        );
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
        let expected = ["defaultType", "prefix", "format", "end", "maxLength"]
            .map(|name| format!("customer.{name}"));
        assert_eq!(members(&form), expected);
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
