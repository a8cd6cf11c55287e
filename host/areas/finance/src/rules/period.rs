//! The days whose bookings stand on one invoice.

use chrono::{Datelike, Days, NaiveDate};

use super::due::end_of_month;

/// How a customer's bookings are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Period {
    /// Each on an invoice of its own.
    PerBooking,
    Day,
    /// Monday to Sunday.
    Week,
    /// Two such weeks.
    Fortnight,
    #[default]
    Month,
}

/// Fortnights are counted from this Monday on.
const FIRST_MONDAY: NaiveDate = match NaiveDate::from_ymd_opt(2024, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};

impl Period {
    /// As customers' invoice periods are written: `Week`, `weekly`, `Per booking`. Another word, or none, is a month.
    pub fn of(text: Option<&str>) -> Self {
        let letters = text.unwrap_or_default().chars().filter(char::is_ascii_alphabetic);
        match letters.collect::<String>().to_ascii_lowercase().as_str() {
            "perbooking" | "booking" | "percon" | "perconsignment" => Self::PerBooking,
            "day" | "daily" => Self::Day,
            "week" | "weekly" => Self::Week,
            "fortnight" | "fortnightly" => Self::Fortnight,
            _ => Self::Month,
        }
    }

    /// The first and the last day of the period that the day is in.
    pub fn around(self, day: NaiveDate) -> (NaiveDate, NaiveDate) {
        let monday = back(day, u64::from(day.weekday().num_days_from_monday()));
        match self {
            Self::PerBooking | Self::Day => (day, day),
            Self::Week => (monday, on(monday, 6)),
            Self::Fortnight => {
                let is_second = (monday - FIRST_MONDAY).num_days().rem_euclid(14) == 7;
                let first = if is_second { back(monday, 7) } else { monday };
                (first, on(first, 13))
            }
            Self::Month => (day.with_day(1).unwrap_or(day), end_of_month(day)),
        }
    }
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
        let of = |text: &str| Period::of(Some(text));
        assert_eq!(of("Per booking"), Period::PerBooking);
        assert_eq!([of("daily"), of(" WEEK "), of("Fortnightly")], [Period::Day, Period::Week, Period::Fortnight]);
        assert_eq!([of("Month"), of("whenever"), Period::of(None)], [Period::Month; 3]);
    }

    #[test]
    fn weeks_begin_on_monday() {
        let around = |period: Period, day: &str| {
            let (first, last) = period.around(day.parse().unwrap());
            format!("{first} {last}")
        };
        assert_eq!(around(Period::Week, "2026-03-01"), "2026-02-23 2026-03-01");
        assert_eq!(around(Period::Fortnight, "2024-01-14"), "2024-01-01 2024-01-14");
        assert_eq!(around(Period::Fortnight, "2023-12-31"), "2023-12-18 2023-12-31");
        assert_eq!(around(Period::Month, "2028-02-10"), "2028-02-01 2028-02-29");
    }

    proptest! {
        #[test]
        fn every_day_is_in_one_period(day in 0u64..40_000) {
            let day = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + Days::new(day);
            for period in [Period::PerBooking, Period::Day, Period::Week, Period::Fortnight, Period::Month] {
                let (first, last) = period.around(day);
                prop_assert!(first <= day && day <= last);
                prop_assert_eq!(period.around(first), (first, last));
                prop_assert_eq!(period.around(last), (first, last));
                prop_assert_eq!(period.around(last + Days::new(1)).0, last + Days::new(1));
            }
        }
    }
}
