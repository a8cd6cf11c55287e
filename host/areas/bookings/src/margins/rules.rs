//! Margin rules: totals, months of a period and the worst lanes.

use chrono::{Datelike, Months, NaiveDate};
use data::{FieldError, message};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

/// Two years, one of them a leap year.
const MAX_DAYS: i64 = 731;

/// Totals of some bookings, before tax.
#[data::wire]
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MarginSums")]
pub struct Sums {
    pub bookings: i64,
    /// Quoted prices without insurance.
    pub quoted: Decimal,
    /// Current sell prices without insurance.
    pub sold: Decimal,
    /// Quoted carrier costs.
    pub cost: Decimal,
    pub insurance: Decimal,
    /// Amount invoiced by carriers so far, approved or not.
    pub invoiced: Decimal,
    /// Approved part of `invoiced`.
    pub approved: Decimal,
    /// Amount recharged to customers; negative for credits.
    pub recovered: Decimal,
    /// Sell price minus cost.
    pub margin: Decimal,
    /// Margin as a share of the sell price; null if the price is zero.
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

    pub fn reconciled(self, invoiced: Decimal, approved: Decimal, recovered: Decimal) -> Self {
        Self {
            invoiced,
            approved,
            recovered,
            ..self
        }
    }
}

/// Validates a period of inclusive days.
pub fn check_period(first: NaiveDate, last: NaiveDate) -> Option<FieldError> {
    let years = 1900..=9998;
    if !years.contains(&first.year()) || !years.contains(&last.year()) {
        let message = message!(
            "must be from {first} to {last}",
            first = "1900-01-01",
            last = "9998-12-31"
        );
        return Some(FieldError::new("fromDate", message));
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

/// Splits a period into months from start (inclusive) to end (exclusive), cut to the period.
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

/// Returns the lanes with the lowest margin percentage first; ties by smaller margin.
pub fn worst_lanes<L>(mut lanes: Vec<(L, Sums)>, count: usize) -> Vec<(L, Sums)> {
    // Free carriage has no percentage: first if it has a cost.
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
        let totals = sums(300, 200);
        assert_eq!(totals.margin, Decimal::from(100));
        assert_eq!(totals.margin_percent, Some(Decimal::new(3333, 2)));
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
        let names: Vec<&str> = worst_lanes(lanes, 3)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["free", "loss", "good"]);
    }

    #[test]
    fn months_are_cut_to_the_period() {
        let check = |first, last| -> Vec<String> {
            months(day(first), day(last))
                .into_iter()
                .map(|(from, to)| format!("{from} {to}"))
                .collect()
        };
        assert_eq!(
            check("2026-01-15", "2026-03-01"),
            [
                "2026-01-15 2026-02-01",
                "2026-02-01 2026-03-01",
                "2026-03-01 2026-03-02"
            ]
        );
        assert_eq!(check("2026-12-31", "2026-12-31"), ["2026-12-31 2027-01-01"]);
        assert_eq!(months(day("2024-01-01"), day("2026-01-01")).len(), 25);
    }

    #[test]
    fn periods_are_in_order_and_bounded() {
        let member = |first, last| check_period(day(first), day(last)).map(|error| error.member);
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
