//! Amounts of charges and prices.

use carriage::money::{self, Amount};
use data::{FieldError, message};
use rust_decimal::{Decimal, RoundingStrategy};

use super::model::{Charge, Price, Work};

/// Code of the line for hours.
const HOURS: &str = "HOURS";
const MAX_CHARGES: usize = 100;
const MAX_CODE_LENGTH: usize = 64;
/// A month of hours.
const MAX_HOURS: i64 = 744;
const MINUTES_PER_HOUR: Decimal = Decimal::from_parts(60, 0, 0, false, 0);

/// Currency and tax of a tenant's prices.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    pub currency: String,
    /// 10 for 10 %.
    pub tax_percent: Decimal,
}

/// Returns the minutes that are paid: from start to end, or the hours, without the break, and
/// rounded up. None without hours and times.
fn paid_minutes(charge: &Work) -> Option<Decimal> {
    let worked = match (charge.hours, charge.start_time, charge.end_time) {
        (Some(hours), ..) => hours.saturating_mul(MINUTES_PER_HOUR),
        (None, Some(start), Some(end)) => {
            Decimal::from((end - start).num_seconds()) / MINUTES_PER_HOUR
        }
        _ => return None,
    };
    let minutes = (worked - charge.break_minutes.unwrap_or_default()).max(Decimal::ZERO);
    Some(match charge.round_by {
        Some(step) if step > Decimal::ZERO => (minutes / step)
            .round_dp_with_strategy(0, RoundingStrategy::ToPositiveInfinity)
            .saturating_mul(step),
        _ => minutes,
    })
}

/// Returns the lines of a charge: one for its hours, and the others that it names.
pub(crate) fn lines_of(charge: &Work, terms: &Terms) -> Vec<Charge> {
    let hourly = paid_minutes(charge)
        .zip(charge.charge_rate)
        .map(|(minutes, rate)| Charge {
            service_code: HOURS.to_owned(),
            is_additional_service: false,
            amount: money::round(
                minutes.saturating_mul(rate) / MINUTES_PER_HOUR,
                &terms.currency,
            ),
            is_tax_applicable: true,
        });
    let others = charge.charge_breakdown.iter().map(|line| Charge {
        amount: money::round(line.amount, &terms.currency),
        ..line.clone()
    });
    hourly.into_iter().chain(others).collect()
}

/// Returns a line's amount with its tax.
pub(crate) fn amount_of(line: &Charge, terms: &Terms) -> Amount {
    match line.is_tax_applicable {
        true => Amount::line(line.amount, terms.tax_percent, &terms.currency),
        false => Amount::untaxed(line.amount, &terms.currency),
    }
}

/// Adds up lines. Tax is rounded for each line.
pub(crate) fn price_of(lines: Vec<Charge>, terms: &Terms) -> Price {
    price_of_amounts(lines.into_iter().map(|line| {
        let amount = amount_of(&line, terms);
        let line = Charge {
            amount: amount.tax_exclusive_amount,
            ..line
        };
        (line, amount)
    }))
}

/// Adds up lines whose tax is known.
pub(crate) fn price_of_amounts(lines: impl IntoIterator<Item = (Charge, Amount)>) -> Price {
    let (charge_breakdown, amounts): (Vec<Charge>, Vec<Amount>) = lines.into_iter().unzip();
    let total: Amount = amounts.into_iter().sum();
    Price {
        total_tax_exclusive: total.tax_exclusive_amount,
        tax: total.tax,
        total: total.total,
        charge_breakdown,
    }
}

/// Checks the lines of a price.
pub(crate) fn check_lines(lines: &[Charge], member: &str) -> Vec<FieldError> {
    if lines.len() > MAX_CHARGES {
        let text = message!("must be at most {max}", max = MAX_CHARGES);
        return vec![FieldError::new(member, text)];
    }
    let mut errors = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let path = |name: &str| format!("{member}[{at}].{name}");
        if line.service_code.is_empty() {
            errors.push(FieldError::new(
                path("servicecode"),
                message!("is required"),
            ));
        } else if line.service_code.chars().count() > MAX_CODE_LENGTH {
            errors.push(FieldError::new(
                path("servicecode"),
                message!("must be at most {max} characters", max = MAX_CODE_LENGTH),
            ));
        }
        errors.extend(money::check(line.amount, &path("amount")).err());
    }
    errors
}

/// Checks a charge before its amounts are computed.
pub(crate) fn check_charge(charge: &Work, member: &str) -> Vec<FieldError> {
    let path = |name: &str| format!("{member}.{name}");
    let mut errors = check_lines(&charge.charge_breakdown, &path("chargebreakdown"));
    let max = Decimal::from(MAX_HOURS);
    for (name, value, max) in [
        ("hours", charge.hours, max),
        (
            "break",
            charge.break_minutes,
            max.saturating_mul(MINUTES_PER_HOUR),
        ),
        (
            "roundby",
            charge.round_by,
            max.saturating_mul(MINUTES_PER_HOUR),
        ),
        (
            "chargerate",
            charge.charge_rate,
            Decimal::from(money::LIMIT),
        ),
    ] {
        if value.is_some_and(|value| value < Decimal::ZERO || value > max) {
            errors.push(FieldError::new(
                path(name),
                message!("must be from 0 to {max}", max = max.to_string()),
            ));
        }
    }
    match (charge.start_time, charge.end_time) {
        (Some(start), Some(end)) if end < start => errors.push(FieldError::new(
            path("endtime"),
            message!("must not be before the start"),
        )),
        (Some(start), Some(end)) if (end - start).num_hours() > MAX_HOURS => {
            errors.push(FieldError::new(
                path("endtime"),
                message!("must be at most a month after the start"),
            ))
        }
        _ => {}
    }
    let has_time = paid_minutes(charge).is_some();
    if has_time && charge.charge_rate.is_none() {
        errors.push(FieldError::new(path("chargerate"), message!("is required")));
    }
    if !has_time && charge.charge_breakdown.is_empty() {
        errors.push(FieldError::new(path("hours"), message!("is required")));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn terms() -> Terms {
        Terms {
            currency: "AUD".to_owned(),
            tax_percent: Decimal::TEN,
        }
    }

    fn hourly(start: &str, end: &str, pause: &str, step: &str) -> Work {
        let time = |text: &str| format!("2026-03-02T{text}:00Z").parse().ok();
        Work {
            start_time: time(start),
            end_time: time(end),
            break_minutes: Some(decimal(pause)),
            round_by: Some(decimal(step)),
            charge_rate: Some(decimal("55")),
            ..Work::default()
        }
    }

    #[test]
    fn time_is_paid_without_the_break_and_rounded_up() {
        for (start, end, pause, step, minutes) in [
            ("08:00", "08:45", "0", "0", "45"),
            ("08:00", "08:25", "0", "30", "30"),
            ("08:00", "08:30", "0", "30", "30"),
            ("08:00", "16:01", "30", "15", "465"),
            ("08:00", "08:10", "30", "15", "0"),
        ] {
            let charge = hourly(start, end, pause, step);
            assert_eq!(
                paid_minutes(&charge),
                Some(decimal(minutes)),
                "{start} {end}"
            );
        }
        let hours = Work {
            hours: Some(decimal("7.6")),
            ..hourly("08:00", "08:10", "30", "15")
        };
        assert_eq!(paid_minutes(&hours), Some(decimal("435")));
        assert_eq!(paid_minutes(&Work::default()), None);
    }

    #[test]
    fn a_charge_has_a_line_for_its_hours_and_its_others() {
        let toll = Charge {
            service_code: "TOLL".to_owned(),
            amount: decimal("12.345"),
            is_tax_applicable: false,
            ..Charge::default()
        };
        let charge = Work {
            charge_breakdown: vec![toll],
            ..hourly("08:00", "08:45", "0", "0")
        };
        let lines = lines_of(&charge, &terms());
        let amounts: Vec<(&str, Decimal)> = lines
            .iter()
            .map(|line| (line.service_code.as_str(), line.amount))
            .collect();
        assert_eq!(
            amounts,
            [("HOURS", decimal("41.25")), ("TOLL", decimal("12.35"))]
        );
        let price = price_of(lines, &terms());
        assert_eq!(price.total_tax_exclusive, decimal("53.60"));
        assert_eq!(
            (price.tax, price.total),
            (decimal("4.13"), decimal("57.73"))
        );
    }

    #[test]
    fn errors_name_the_members_of_the_charge() {
        let members = |charge: &Work| -> Vec<String> {
            check_charge(charge, "c")
                .into_iter()
                .map(|it| it.member)
                .collect()
        };
        assert_eq!(members(&Work::default()), ["c.hours"]);
        let unpriced = Work {
            hours: Some(decimal("-1")),
            charge_breakdown: vec![Charge::default()],
            ..Work::default()
        };
        assert_eq!(
            members(&unpriced),
            [
                "c.chargebreakdown[0].servicecode",
                "c.hours",
                "c.chargerate"
            ]
        );
        assert_eq!(members(&hourly("09:00", "08:00", "0", "0")), ["c.endtime"]);
        assert_eq!(
            members(&hourly("08:00", "09:00", "0", "15")),
            Vec::<String>::new()
        );
    }
}
