//! Validation of validity periods.

use chrono::NaiveDate;
use data::{
    FieldError,
    case::{FIRST_YEAR, LAST_YEAR, is_day},
    message,
};

pub fn days(
    (first_member, first): (&str, Option<NaiveDate>),
    (last_member, last): (&str, Option<NaiveDate>),
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (member, day) in [(first_member, first), (last_member, last)] {
        if day.is_some_and(|day| !is_day(day)) {
            let message = message!(
                "must be a day from {first} to {last}",
                first = FIRST_YEAR,
                last = LAST_YEAR
            );
            errors.push(FieldError::new(member, message));
        }
    }
    if errors.is_empty() && first.zip(last).is_some_and(|(first, last)| last < first) {
        errors.push(FieldError::new(
            last_member,
            message!("must not be before the first day"),
        ));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_days_of_trade_and_in_order() {
        let day = |text: &str| Some(text.parse().unwrap());
        let members = |first, last| -> Vec<String> {
            days(("first", first), ("last", last))
                .into_iter()
                .map(|error| error.member)
                .collect()
        };
        assert!(
            members(None, None).is_empty()
                && members(day("2026-05-01"), day("2026-05-01")).is_empty()
        );
        assert_eq!(members(day("2026-05-02"), day("2026-05-01")), ["last"]);
        assert_eq!(
            members(day("1066-10-14"), day("0001-01-01")),
            ["first", "last"]
        );
    }
}
