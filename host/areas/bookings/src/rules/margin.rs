//! Margins: what is left of the prices after the carriers' costs, the months of a period, and the lanes that leave the
//! least.

use chrono::{Datelike, Months, NaiveDate};
use kernel::{FieldError, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

/// Two years, a leap year among them.
const MAX_DAYS: i64 = 731;

/// What some bookings add up to, before tax.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MarginSums")]
pub struct Sums {
    pub bookings: i64,
    /// The prices as they were quoted, without insurance.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub quoted: Decimal,
    /// The prices as they stand, without insurance.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub sold: Decimal,
    /// What the carriers take by their quotes.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub cost: Decimal,
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub insurance: Decimal,
    /// What the carriers have invoiced so far, whether or not it is approved yet.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub invoiced: Decimal,
    /// What of it is approved.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub approved: Decimal,
    /// What customers were charged again for it; negative: what was given back.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub recovered: Decimal,
    /// What is left of the prices after the costs.
    #[serde(with = "kernel::decimal")]
    #[schemars(schema_with = "kernel::decimal::schema")]
    pub margin: Decimal,
    /// The margin's share of the prices; null where these are nothing.
    #[serde(with = "kernel::decimal::option")]
    #[schemars(schema_with = "kernel::decimal::option::schema")]
    pub margin_percent: Option<Decimal>,
}

impl Sums {
    pub fn new(
        bookings: i64,
        quoted: Decimal,
        sold: Decimal,
        cost: Decimal,
        insurance: Decimal,
    ) -> Self {
        let margin = sold - cost;
        let percent = || (margin * Decimal::ONE_HUNDRED / sold).round_dp(2);
        let margin_percent = (!sold.is_zero()).then(percent);
        let none = Decimal::ZERO;
        let (invoiced, approved, recovered) = (none, none, none);
        Self {
            bookings,
            quoted,
            sold,
            cost,
            insurance,
            invoiced,
            approved,
            recovered,
            margin,
            margin_percent,
        }
    }

    /// The same with what the carriers' invoices brought.
    pub fn reconciled(self, invoiced: Decimal, approved: Decimal, recovered: Decimal) -> Self {
        Self {
            invoiced,
            approved,
            recovered,
            ..self
        }
    }
}

/// What is wrong with a period of which both days count.
pub fn period(first: NaiveDate, last: NaiveDate) -> Option<FieldError> {
    let years = 1900..=9998;
    if !years.contains(&first.year()) || !years.contains(&last.year()) {
        let says = message!(
            "must be from {first} to {last}",
            first = "1900-01-01",
            last = "9998-12-31"
        );
        return Some(FieldError::new("fromDate", says));
    }
    if last < first {
        return Some(FieldError::new(
            "toDate",
            message!("must not be before the first day"),
        ));
    }
    let is_long = (last - first).num_days() > MAX_DAYS;
    is_long.then(|| {
        FieldError::new(
            "toDate",
            message!("must be at most {max} days after the first", max = MAX_DAYS),
        )
    })
}

/// The months of a period, each from its first day up to the first day after it; the ends are cut to the period.
pub fn months(first: NaiveDate, last: NaiveDate) -> Vec<(NaiveDate, NaiveDate)> {
    let end = last.succ_opt().unwrap_or(NaiveDate::MAX);
    let mut months = Vec::new();
    let mut from = first;
    while from < end {
        let next = from
            .with_day(1)
            .and_then(|day| day.checked_add_months(Months::new(1)))
            .unwrap_or(end)
            .min(end);
        months.push((from, next));
        from = next;
    }
    months
}

/// The lanes that leave the smallest share of their prices, the worst first; of equals, those with the smaller margin.
pub fn worst<L>(mut lanes: Vec<(L, Sums)>, count: usize) -> Vec<(L, Sums)> {
    // What is carried for nothing has no share: it comes first if it costs anything.
    let share = |sums: &Sums| match sums.margin_percent {
        Some(percent) => percent,
        None if sums.cost > Decimal::ZERO => Decimal::MIN,
        None => Decimal::MAX,
    };
    lanes.sort_by_key(|(_, sums)| (share(sums), sums.margin));
    lanes.truncate(count);
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn sums(sold: i64, cost: i64) -> Sums {
        Sums::new(
            1,
            Decimal::from(sold),
            Decimal::from(sold),
            Decimal::from(cost),
            Decimal::ZERO,
        )
    }

    #[test]
    fn a_margin_is_what_is_left_of_the_price() {
        let found = sums(300, 200);
        assert_eq!(found.margin, Decimal::from(100));
        assert_eq!(found.margin_percent, Some(Decimal::new(3333, 2)));
        assert_eq!(sums(100, 120).margin_percent, Some(Decimal::from(-20)));
        assert_eq!(sums(0, 5).margin_percent, None);
    }

    #[test]
    fn the_worst_lanes_leave_the_smallest_share() {
        let (good, nothing, free, loss) = (sums(100, 50), sums(0, 0), sums(0, 5), sums(100, 101));
        let lanes = vec![
            ("good", good),
            ("nothing", nothing),
            ("free", free),
            ("loss", loss),
        ];
        let names: Vec<&str> = worst(lanes, 3).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["free", "loss", "good"]);
    }

    #[test]
    fn months_are_cut_to_the_period() {
        let told = |first, last| -> Vec<String> {
            months(day(first), day(last))
                .into_iter()
                .map(|(from, to)| format!("{from} {to}"))
                .collect()
        };
        assert_eq!(
            told("2026-01-15", "2026-03-01"),
            [
                "2026-01-15 2026-02-01",
                "2026-02-01 2026-03-01",
                "2026-03-01 2026-03-02"
            ]
        );
        assert_eq!(told("2026-12-31", "2026-12-31"), ["2026-12-31 2027-01-01"]);
        assert_eq!(months(day("2024-01-01"), day("2026-01-01")).len(), 25);
    }

    #[test]
    fn periods_are_in_order_and_bounded() {
        let member = |first, last| period(day(first), day(last)).map(|error| error.member);
        assert_eq!(member("2026-01-01", "2026-01-01"), None);
        assert_eq!(
            member("2024-01-01", "2026-01-01"),
            None,
            "two years and a day"
        );
        assert_eq!(
            member("2024-01-01", "2026-01-02"),
            Some("toDate".to_owned())
        );
        assert_eq!(
            member("2026-01-02", "2026-01-01"),
            Some("toDate".to_owned())
        );
        assert_eq!(
            member("0001-01-01", "2026-01-01"),
            Some("fromDate".to_owned())
        );
    }
}
