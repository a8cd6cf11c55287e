//! Status transitions and partial amounts of credit notes.

use carriage::money::{self, Amount};
use data::{Refusal, Result, life_cycle::Operation as _, message};
use rust_decimal::Decimal;

use crate::values::{CreditNoteOperation, CreditNoteStatus};

pub const INVALID_CREDIT_NOTE_STATUS: Refusal =
    Refusal::new(5105, "The credit note is not in a state for this.");
pub const NOTHING_TO_CREDIT: Refusal = Refusal::new(5106, "This invoice can't be credited now.");

pub fn check(operation: CreditNoteOperation, status: CreditNoteStatus) -> Result<()> {
    match operation.is_allowed_in(status) {
        true => Ok(()),
        false => Err(INVALID_CREDIT_NOTE_STATUS.with_message(message!(
            "{operation} is not possible: the credit note is {status}. It is possible for one that is {states}.",
            operation = operation,
            status = status,
            states = operation.allowed_states()
        ))),
    }
}

/// True if the amount including tax fits the line's uncredited part and sign.
pub fn fits(line: Decimal, credited: Decimal, amount: Decimal) -> bool {
    let remaining = line - credited;
    !amount.is_zero()
        && amount.is_sign_negative() == line.is_sign_negative()
        && amount.abs() <= remaining.abs()
}

/// Returns a part of a line after `credited`. Tax follows the cumulative credit, so all parts add
/// up to the line's tax.
pub fn part(line: Amount, credited: Amount, amount: Decimal, currency: &str) -> Amount {
    let so_far = credited.total + amount;
    let tax = match line.total.is_zero() || so_far == line.total {
        true => line.tax - credited.tax,
        false => {
            money::round(line.tax.saturating_mul(so_far) / line.total, currency) - credited.tax
        }
    };
    Amount {
        tax_exclusive_amount: amount - tax,
        tax,
        total: amount,
    }
}

#[cfg(test)]
mod tests {
    use data::Error;
    use proptest::prelude::*;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn every_operation_in_every_status_is_checked_as_the_table_says() {
        data::life_cycle::assert_transitions(
            INVALID_CREDIT_NOTE_STATUS.code,
            |operation: CreditNoteOperation, status| match check(operation, status) {
                Err(Error::Refused { code, .. }) => Err(code),
                result => {
                    result.unwrap();
                    Ok(operation.targets()[0])
                }
            },
        );
    }

    #[test]
    fn nothing_follows_a_final_state() {
        use CreditNoteStatus::{Applied, Rejected, Voided};
        for operation in CreditNoteOperation::ALL {
            for status in [Rejected, Applied, Voided] {
                assert!(
                    check(*operation, status).is_err(),
                    "{operation} of {status}"
                );
            }
        }
    }

    #[test]
    fn no_more_than_the_line_is_credited() {
        let fits = |line: &str, credited: &str, amount: &str| {
            fits(decimal(line), decimal(credited), decimal(amount))
        };
        assert!(fits("110", "0", "110") && fits("110", "100", "10") && fits("-20", "0", "-20"));
        assert!(!fits("110", "100", "10.01") && !fits("110", "0", "0") && !fits("110", "0", "-1"));
        assert!(!fits("-20", "0", "5") && !fits("-20", "-15", "-6"));
    }

    proptest! {
        #[test]
        fn any_parts_of_a_line_come_to_exactly_the_line(
            net in 1i64..10_000_000,
            percent in 0i64..30,
            is_negative in any::<bool>(),
            cuts in prop::collection::vec(0u32..=1_000, 0..12),
        ) {
            let sign = if is_negative { -1 } else { 1 };
            let line = Amount::line(Decimal::new(sign * net, 2), Decimal::from(percent), "AUD");
            let cents = money::to_minor(line.total, "AUD").unwrap();
            let mut marks: Vec<i64> = cuts.iter().map(|cut| cents * i64::from(*cut) / 1_000).collect();
            marks.extend([0, cents]);
            marks.sort_by_key(|mark| mark.abs());
            marks.dedup();
            let mut credited = Amount::ZERO;
            for pair in marks.windows(2) {
                let amount = money::from_minor(pair[1] - pair[0], "AUD");
                prop_assert!(fits(line.total, credited.total, amount));
                let part = part(line, credited, amount, "AUD");
                prop_assert_eq!(part.tax_exclusive_amount + part.tax, part.total);
                prop_assert!(part.tax.normalize().scale() <= 2);
                credited = credited + part;
            }
            prop_assert_eq!(credited, line);
            prop_assert!(!fits(line.total, credited.total, money::from_minor(sign, "AUD")), "nothing is left");
        }

        #[test]
        fn any_parts_of_an_invoice_come_to_exactly_its_total(
            lines in prop::collection::vec((-100_000i64..1_000_000, 0i64..30), 1..12),
            asked in prop::collection::vec((0usize..12, 1i64..=1_000), 0..60),
        ) {
            let lines: Vec<Amount> = lines
                .iter()
                .map(|(net, percent)| Amount::line(Decimal::new(*net, 2), Decimal::from(*percent), "AUD"))
                .collect();
            let whole: Amount = lines.iter().copied().sum();
            let mut credited = vec![Amount::ZERO; lines.len()];
            let rest = (0..lines.len()).map(|at| (at, 1_000));
            for (at, share) in asked.into_iter().map(|(at, share)| (at % lines.len(), share)).chain(rest) {
                let remaining = lines[at].total - credited[at].total;
                let amount = money::round(remaining * Decimal::new(share, 3), "AUD");
                if fits(lines[at].total, credited[at].total, amount) {
                    credited[at] = credited[at] + part(lines[at], credited[at], amount, "AUD");
                }
                prop_assert!(credited[at].total.abs() <= lines[at].total.abs());
            }
            prop_assert_eq!(credited.iter().copied().sum::<Amount>(), whole);
            prop_assert_eq!(credited, lines);
        }
    }
}
