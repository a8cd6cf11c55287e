//! Statements: period and running balances.

use chrono::{Days, NaiveDate};
use data::{FieldError, message};
use rust_decimal::Decimal;

use crate::statements::model::StatementItem;
use ledger::input_rules::is_near;

pub const MAX_ITEMS: usize = 10_000;

pub fn check(from: NaiveDate, to: NaiveDate) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (member, day) in [("fromDate", from), ("toDate", to)] {
        if !is_near(day) {
            let message = message!(
                "must be a day from {first} to {last}",
                first = 2000,
                last = 2100
            );
            errors.push(FieldError::new(member, message));
        }
    }
    if to < from {
        errors.push(FieldError::new(
            "toDate",
            message!("must not be before the first day"),
        ));
    }
    errors
}

/// Returns the last balance.
pub fn balance(opening: Decimal, items: &mut [StatementItem]) -> Decimal {
    let mut balance = opening;
    for item in items {
        balance += item.charges - item.payments;
        item.balance = balance;
    }
    balance
}

/// Returns the first due days of amounts at most 30, 60, 90 and 120 days overdue.
pub fn steps(day: NaiveDate) -> [NaiveDate; 4] {
    [30, 60, 90, 120].map(|days| day.checked_sub_days(Days::new(days)).unwrap_or(day))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::statements::model::TxnType;

    fn item(day: u64, charges: i64, payments: i64) -> StatementItem {
        StatementItem {
            id: 1,
            txn_type: TxnType::Invoice,
            date: NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(day),
            reference_no: None,
            description: None,
            charges: Decimal::new(charges, 2),
            payments: Decimal::new(payments, 2),
            balance: Decimal::ZERO,
        }
    }

    #[test]
    fn what_is_thirty_days_late_is_in_the_first_step() {
        let [first, .., last] = steps("2026-05-01".parse().unwrap());
        assert_eq!(
            (first.to_string(), last.to_string()),
            ("2026-04-01".to_owned(), "2026-01-01".to_owned())
        );
    }

    #[test]
    fn a_statement_does_not_end_before_it_begins() {
        let members = |from: &str, to: &str| -> Vec<String> {
            check(from.parse().unwrap(), to.parse().unwrap())
                .into_iter()
                .map(|error| error.member)
                .collect()
        };
        assert_eq!(members("2026-01-01", "2026-01-01"), Vec::<String>::new());
        assert_eq!(members("2026-01-02", "2026-01-01"), ["toDate"]);
        assert_eq!(members("1926-01-02", "2026-01-01"), ["fromDate"]);
    }

    proptest! {
        #[test]
        fn the_closing_is_the_opening_of_the_next(
            moved in prop::collection::vec((0u64..60, 0i64..100_000, 0i64..100_000), 0..60),
            cut in 0u64..60,
            opening in -100_000i64..100_000,
        ) {
            let opening = Decimal::new(opening, 2);
            let mut all: Vec<StatementItem> = moved.iter().map(|(day, more, less)| item(*day, *more, *less)).collect();
            all.sort_by_key(|item| item.date);
            let day = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + Days::new(cut);
            let (mut first, mut then): (Vec<_>, Vec<_>) = all.iter().cloned().partition(|item| item.date < day);
            let whole = balance(opening, &mut all);
            let between = balance(opening, &mut first);
            prop_assert_eq!(balance(between, &mut then), whole);
            let parts: Vec<Decimal> = first.iter().chain(&then).map(|item| item.balance).collect();
            prop_assert_eq!(parts, all.iter().map(|item| item.balance).collect::<Vec<_>>());
        }
    }
}
