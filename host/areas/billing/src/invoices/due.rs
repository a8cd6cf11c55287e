//! Due dates of invoices.

use chrono::{Datelike, Days, Months, NaiveDate};
use customers::PaymentTerms;

/// Without terms the invoice is due immediately.
pub fn due(terms: Option<PaymentTerms>, invoice_date: NaiveDate) -> NaiveDate {
    let (from, days) = match terms {
        None | Some(PaymentTerms::Cod) => (invoice_date, 0),
        Some(PaymentTerms::Days(days)) => (invoice_date, days),
        Some(PaymentTerms::EndOfMonth(days)) => (end_of_month(invoice_date), days),
    };
    from.checked_add_days(Days::new(days.into()))
        .unwrap_or(from)
}

pub fn end_of_month(day: NaiveDate) -> NaiveDate {
    let first = day.with_day(1).unwrap_or(day);
    first
        .checked_add_months(Months::new(1))
        .and_then(|next| next.pred_opt())
        .unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn due_on(terms: &str, date: &str) -> String {
        due(terms.parse().ok(), date.parse().unwrap()).to_string()
    }

    #[test]
    fn terms_count_from_the_invoice_or_from_the_end_of_its_month() {
        assert_eq!(due_on("COD", "2026-01-31"), "2026-01-31");
        assert_eq!(due_on("14 days", "2026-02-20"), "2026-03-06");
        assert_eq!(due_on("End of month", "2028-02-03"), "2028-02-29");
        assert_eq!(due_on("End of month + 7", "2026-12-01"), "2027-01-07");
        assert_eq!(due_on("no terms at all", "2026-05-05"), "2026-05-05");
    }

    proptest! {
        #[test]
        fn nothing_is_due_before_its_invoice(days in 0u16..=365, day in 0u64..40_000) {
            let date = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + Days::new(day);
            for terms in [PaymentTerms::Cod, PaymentTerms::Days(days), PaymentTerms::EndOfMonth(days)] {
                prop_assert!(due(Some(terms), date) >= date);
            }
            let end = end_of_month(date);
            prop_assert_eq!((end.year(), end.month()), (date.year(), date.month()));
            prop_assert_eq!((end + Days::new(1)).day(), 1);
        }
    }
}
