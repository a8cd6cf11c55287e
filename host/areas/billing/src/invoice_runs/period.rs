//! Invoice periods of customers.

use chrono::{Datelike, Days, NaiveDate};
use data::{FieldError, message};

use crate::invoices::due::end_of_month;
use ledger::input_rules::is_near;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Period {
    PerBooking,
    Day,
    /// Monday to Sunday.
    Week,
    Fortnight,
    #[default]
    Month,
    /// By the tenant's calendar.
    Calendar,
}

/// Start of all fortnights.
const FIRST_MONDAY: NaiveDate = match NaiveDate::from_ymd_opt(2024, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

impl Period {
    /// Parses a period: `Week`, `weekly`, `Per booking`, `Calendar`. Default: month.
    pub fn from_text(text: Option<&str>) -> Self {
        let letters = text
            .unwrap_or_default()
            .chars()
            .filter(char::is_ascii_alphabetic);
        match letters.collect::<String>().to_ascii_lowercase().as_str() {
            "eachbooking" | "perbooking" | "booking" | "percon" | "perconsignment" => {
                Self::PerBooking
            }
            "day" | "daily" => Self::Day,
            "week" | "weekly" => Self::Week,
            "fortnight" | "fortnightly" => Self::Fortnight,
            "calendar" | "owncalendar" => Self::Calendar,
            _ => Self::Month,
        }
    }

    /// Returns the first and last day. `calendar` is the ascending first days of its periods; the
    /// last one only ends the period before it. Days outside fall into months.
    pub fn containing(self, day: NaiveDate, calendar: &[NaiveDate]) -> (NaiveDate, NaiveDate) {
        let monday = back(day, u64::from(day.weekday().num_days_from_monday()));
        match self {
            Self::PerBooking | Self::Day => (day, day),
            Self::Week => (monday, on(monday, 6)),
            Self::Fortnight => {
                let is_second = (monday - FIRST_MONDAY).num_days().rem_euclid(14) == 7;
                let first = if is_second { back(monday, 7) } else { monday };
                (first, on(first, 13))
            }
            Self::Month => month(day),
            Self::Calendar => {
                let at = calendar.partition_point(|first| *first <= day);
                let (first, last) = month(day);
                match (
                    at.checked_sub(1).and_then(|at| calendar.get(at)),
                    calendar.get(at),
                ) {
                    (Some(begins), Some(next)) => (*begins, back(*next, 1)),
                    (Some(end), None) => (first.max(*end), last),
                    (None, Some(begin)) => (first, last.min(back(*begin, 1))),
                    (None, None) => (first, last),
                }
            }
        }
    }
}

fn month(day: NaiveDate) -> (NaiveDate, NaiveDate) {
    (day.with_day(1).unwrap_or(day), end_of_month(day))
}

/// Nine years of weeks.
const MAX_FIRST_DAYS: usize = 500;

pub fn check(calendar: &[NaiveDate]) -> Vec<FieldError> {
    let refuse =
        |at: usize, message| FieldError::new(format!("invoiceCalendar.firstDays[{at}]"), message);
    if calendar.len() > MAX_FIRST_DAYS {
        let message = message!("must be at most {max} entries", max = MAX_FIRST_DAYS);
        return vec![FieldError::new("invoiceCalendar.firstDays", message)];
    }
    if calendar.len() == 1 {
        return vec![refuse(
            0,
            message!("must be followed by the day after the period's last one"),
        )];
    }
    let mut errors = Vec::new();
    for (at, day) in calendar.iter().enumerate() {
        if !is_near(*day) {
            errors.push(refuse(
                at,
                message!(
                    "must be a day from {first} to {last}",
                    first = 2000,
                    last = 2100
                ),
            ));
        } else if at > 0 && calendar[at - 1] >= *day {
            errors.push(refuse(at, message!("must be after the one before it")));
        }
    }
    errors
}

fn on(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

fn back(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn periods_are_read_as_people_write_them() {
        let of = |text: &str| Period::from_text(Some(text));
        assert_eq!(
            [of("Per booking"), of("Each booking")],
            [Period::PerBooking; 2]
        );
        assert_eq!(
            [of("daily"), of(" WEEK "), of("Fortnightly")],
            [Period::Day, Period::Week, Period::Fortnight]
        );
        assert_eq!(of("Own calendar"), Period::Calendar);
        assert_eq!(
            [of("Month"), of("whenever"), Period::from_text(None)],
            [Period::Month; 3]
        );
    }

    #[test]
    fn weeks_begin_on_monday() {
        let around = |period: Period, day: &str| {
            let (first, last) = period.containing(day.parse().unwrap(), &[]);
            format!("{first} {last}")
        };
        assert_eq!(around(Period::Week, "2026-03-01"), "2026-02-23 2026-03-01");
        assert_eq!(
            around(Period::Fortnight, "2024-01-14"),
            "2024-01-01 2024-01-14"
        );
        assert_eq!(
            around(Period::Fortnight, "2023-12-31"),
            "2023-12-18 2023-12-31"
        );
        assert_eq!(around(Period::Month, "2028-02-10"), "2028-02-01 2028-02-29");
    }

    fn calendar(days: &[&str]) -> Vec<NaiveDate> {
        days.iter().map(|day| day.parse().unwrap()).collect()
    }

    #[test]
    fn a_calendar_goes_by_its_own_days() {
        // Four weeks, four weeks, five weeks.
        let calendar = calendar(&["2026-01-05", "2026-02-02", "2026-03-02", "2026-04-06"]);
        let around = |day: &str| {
            let (first, last) = Period::Calendar.containing(day.parse().unwrap(), &calendar);
            format!("{first} {last}")
        };
        assert_eq!(around("2026-01-05"), "2026-01-05 2026-02-01");
        assert_eq!(around("2026-04-05"), "2026-03-02 2026-04-05");
        assert_eq!(around("2026-01-04"), "2026-01-01 2026-01-04");
        assert_eq!(around("2026-04-06"), "2026-04-06 2026-04-30");
    }

    #[test]
    fn a_calendar_has_its_days_in_order() {
        let problems = |days: &[&str]| -> Vec<String> {
            check(&calendar(days))
                .into_iter()
                .map(|error| error.member)
                .collect()
        };
        assert!(problems(&[]).is_empty() && problems(&["2026-01-05", "2026-02-02"]).is_empty());
        assert_eq!(problems(&["2026-01-05"]), ["invoiceCalendar.firstDays[0]"]);
        assert_eq!(
            problems(&["2026-02-02", "2026-02-02"]),
            ["invoiceCalendar.firstDays[1]"]
        );
        assert_eq!(
            problems(&["1926-01-05", "2026-02-02"]),
            ["invoiceCalendar.firstDays[0]"]
        );
    }

    proptest! {
        #[test]
        fn every_day_is_in_one_period(day in 0u64..40_000, lengths in prop::collection::vec(1u64..60, 0..200)) {
            let day = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + Days::new(day);
            let mut own = vec![NaiveDate::from_ymd_opt(2020, 3, 11).unwrap()];
            for length in lengths {
                own.push(*own.last().unwrap() + Days::new(length));
            }
            let all = [
                Period::PerBooking,
                Period::Day,
                Period::Week,
                Period::Fortnight,
                Period::Month,
                Period::Calendar,
            ];
            for period in all {
                let (first, last) = period.containing(day, &own);
                prop_assert!(first <= day && day <= last);
                prop_assert_eq!(period.containing(first, &own), (first, last));
                prop_assert_eq!(period.containing(last, &own), (first, last));
                prop_assert_eq!(period.containing(last + Days::new(1), &own).0, last + Days::new(1));
            }
        }
    }
}
