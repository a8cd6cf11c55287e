//! Opening hours of a customer's site.

use chrono::NaiveTime;
use data::{FieldError, TextEnum, message};

use crate::model::Customer;

/// A weekday in lists of open days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, TextEnum)]
pub enum Day {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
    #[text_enum(unknown)]
    Unknown,
}

/// Normalises hours to `08:30` and days to unique, in week order.
pub fn tidy(customer: &mut Customer) {
    for time in [&mut customer.opening_time, &mut customer.closing_time] {
        *time = time
            .take()
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
        if let Some(read) = time.as_deref().and_then(parse_time) {
            *time = Some(read.format("%H:%M").to_string());
        }
    }
    customer.open_days_of_week.sort_unstable();
    customer.open_days_of_week.dedup();
}

pub fn check(customer: &Customer) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let times = [
        ("customer.openingTime", &customer.opening_time),
        ("customer.closingTime", &customer.closing_time),
    ];
    for (member, text) in times {
        if text
            .as_deref()
            .is_some_and(|text| parse_time(text).is_none())
        {
            errors.push(FieldError::new(
                member,
                message!("must be a time of day, as in 08:30"),
            ));
        }
    }
    if let [Some(opens), Some(closes)] = times.map(|(_, text)| text.as_deref().and_then(parse_time))
        && closes <= opens
    {
        errors.push(FieldError::new(
            "customer.closingTime",
            message!("must be after the opening time"),
        ));
    }
    errors
}

fn parse_time(text: &str) -> Option<NaiveTime> {
    ["%H:%M", "%H:%M:%S"]
        .into_iter()
        .find_map(|format| NaiveTime::parse_from_str(text, format).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(from: &str, to: &str, days: &[Day]) -> Customer {
        let hours = |text: &str| Some(text.to_owned());
        let mut customer = Customer {
            opening_time: hours(from),
            closing_time: hours(to),
            open_days_of_week: days.to_vec(),
            ..Customer::default()
        };
        tidy(&mut customer);
        customer
    }

    #[test]
    fn hours_are_tidied() {
        let customer = open(" 8:30:00", "17:00", &[Day::Fri, Day::Mon, Day::Fri]);
        assert_eq!(customer.opening_time.as_deref(), Some("08:30"));
        assert_eq!(customer.open_days_of_week, [Day::Mon, Day::Fri]);
        assert!(check(&customer).is_empty());
        assert!(check(&open("", "", &[])).is_empty());
    }

    #[test]
    fn impossible_hours_are_named() {
        let members = |customer: &Customer| {
            check(customer)
                .into_iter()
                .map(|error| error.member)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            members(&open("25:00", "noon", &[])),
            ["customer.openingTime", "customer.closingTime"]
        );
        assert_eq!(
            members(&open("17:00", "08:00", &[])),
            ["customer.closingTime"]
        );
        assert_eq!(
            members(&open("09:00", "09:00", &[])),
            ["customer.closingTime"]
        );
    }
}
