//! Rules of rates: validation, validity and warnings.

#[cfg(test)]
mod tests;

use chrono::{NaiveDate, NaiveTime};
use data::{
    FieldError, Message,
    case::{FIRST_YEAR, LAST_YEAR, is_day},
    message, text_enum,
};
use rust_decimal::Decimal;

use crate::rates::routes::{CalculationMethod, Rate, RateDetail, RateType};

pub(crate) const MAX_CODE_LENGTH: usize = 32;
pub(crate) const MAX_NAME_LENGTH: usize = 128;
pub(crate) const MAX_DESCRIPTION_LENGTH: usize = 1000;
const MAX_DETAILS: usize = 100;
const MAX_TRANSIT_DAYS: i64 = 365;
const MAX_CUBIC_ALLOWANCE: i64 = 100_000;
/// Applies to amounts and weights.
const MAX_AMOUNT: i64 = 1_000_000_000;
/// Stored by both databases.
const DECIMALS: u32 = 4;

pub(crate) fn is_storable(number: Decimal) -> bool {
    number.normalize().scale() <= DECIMALS
}

pub(crate) fn check_amount(member: &str, amount: Decimal) -> Option<FieldError> {
    let is_good =
        is_storable(amount) && amount >= Decimal::ZERO && amount <= Decimal::from(MAX_AMOUNT);
    let message = || {
        message!(
            "must be from 0 to {max}, with at most {decimals} decimals",
            max = MAX_AMOUNT,
            decimals = DECIMALS
        )
    };
    (!is_good).then(|| FieldError::new(member, message()))
}

/// Rejects implausible days of imports and stored cards.
pub(crate) fn check_day(member: &str, day: NaiveDate) -> Option<FieldError> {
    let message = || {
        message!(
            "must be a day from {first} to {last}",
            first = FIRST_YEAR,
            last = LAST_YEAR
        )
    };
    (!is_day(day)).then(|| FieldError::new(member, message()))
}

pub(crate) fn check_period(
    member: &str,
    first: Option<NaiveDate>,
    last: Option<NaiveDate>,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    errors.extend(first.and_then(|first| check_day(&format!("{member}.effectiveDate"), first)));
    errors.extend(last.and_then(|last| check_day(&format!("{member}.expireDate"), last)));
    if errors.is_empty() && first.zip(last).is_some_and(|(first, last)| last < first) {
        let early = message!("must not be before the effective date");
        errors.push(FieldError::new(format!("{member}.expireDate"), early));
    }
    errors
}

/// Both ends are inclusive.
pub(crate) fn applies(first: Option<NaiveDate>, last: Option<NaiveDate>, day: NaiveDate) -> bool {
    first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
}

/// True if both are valid on a common day.
pub(crate) fn overlap(one: &Rate, other: &Rate) -> bool {
    let ends_before = |one: &Rate, other: &Rate| {
        one.expire_date
            .zip(other.effective_date)
            .is_some_and(|(last, first)| last < first)
    };
    !ends_before(one, other) && !ends_before(other, one)
}

/// Normalises the cut-off time: `16:30`.
pub(crate) fn tidy(rate: &mut Rate) {
    if let Some(time) = rate.cut_off_time.as_deref().and_then(time) {
        rate.cut_off_time = Some(time.format("%H:%M").to_string());
    }
}

fn time(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text, "%H:%M").ok()
}

/// Error paths start with `member` (`rate.rateDetails[0].value`).
pub(crate) fn check(member: &str, rate: &Rate) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut refuse = |name: &str, message: Message| {
        errors.push(FieldError::new(format!("{member}.{name}"), message))
    };
    for (name, zone) in [("fromZone", &rate.from_zone), ("toZone", &rate.to_zone)] {
        if zone.is_empty() {
            refuse(name, message!("is required"));
        }
    }
    if let Err(unknown) = text_enum::check(rate.calculation_method) {
        refuse("calculationMethod", unknown);
    }
    if rate.reciprocal
        && !rate.from_zone.is_empty()
        && rate.from_zone.to_lowercase() == rate.to_zone.to_lowercase()
    {
        refuse(
            "reciprocal",
            message!("must be false within one zone: there is no other direction"),
        );
    }
    if let Some(allowance) = rate.cubic_allowance
        && (!is_storable(allowance)
            || allowance < Decimal::ONE
            || allowance > Decimal::from(MAX_CUBIC_ALLOWANCE))
    {
        let message = message!(
            "must be from 1 to {max} kg, with at most 4 decimals",
            max = MAX_CUBIC_ALLOWANCE
        );
        refuse("cubicAllowance", message);
    }
    if rate
        .cut_off_time
        .as_deref()
        .is_some_and(|text| time(text).is_none())
    {
        refuse("cutOffTime", message!("must be a time of day, as in 16:30"));
    }
    if rate
        .transit_time
        .is_some_and(|days| !(0..=MAX_TRANSIT_DAYS).contains(&days))
    {
        refuse(
            "transitTime",
            message!(
                "must be from 0 to {max} business days",
                max = MAX_TRANSIT_DAYS
            ),
        );
    }
    errors.extend(check_amount(&format!("{member}.minimum"), rate.minimum));
    errors.extend(check_period(member, rate.effective_date, rate.expire_date));
    errors.extend(check_details(member, &rate.rate_details));
    errors
}

/// Allows one basic line and ascending breaks; only the last line may be unlimited.
fn check_details(member: &str, details: &[RateDetail]) -> Vec<FieldError> {
    if details.is_empty() || details.len() > MAX_DETAILS {
        let count = message!("must be from 1 to {max} lines", max = MAX_DETAILS);
        return vec![FieldError::new(format!("{member}.rateDetails"), count)];
    }
    let mut errors = Vec::new();
    let mut has_basic = false;
    // After an unlimited break no line may follow.
    let mut before: Option<Option<Decimal>> = None;
    for (at, detail) in details.iter().enumerate() {
        let path = |name: &str| format!("{member}.rateDetails[{at}].{name}");
        errors.extend(check_amount(&path("basic"), detail.basic));
        errors.extend(check_amount(&path("value"), detail.value));
        if detail.rate_type == RateType::Basic {
            if std::mem::replace(&mut has_basic, true) {
                errors.push(FieldError::new(
                    path("rateType"),
                    message!("must be Basic in one line only"),
                ));
            }
            if detail.up_to.is_some() {
                errors.push(FieldError::new(
                    path("break"),
                    message!("must be left out of a Basic line"),
                ));
            }
            continue;
        }
        if let Some(up_to) = detail.up_to
            && (up_to <= Decimal::ZERO || check_amount("", up_to).is_some())
        {
            let message = message!(
                "must be above 0 and at most {max}, with at most 4 decimals",
                max = MAX_AMOUNT
            );
            errors.push(FieldError::new(path("break"), message));
        }
        match (before, detail.up_to) {
            (Some(None), _) => {
                let message = message!("comes after a line without a break, which has no end");
                errors.push(FieldError::new(path("break"), message));
            }
            (Some(Some(before)), Some(up_to)) if up_to <= before => {
                let message = message!(
                    "must be above {before}, the break of the line before",
                    before = before.normalize()
                );
                errors.push(FieldError::new(path("break"), message));
            }
            _ => {}
        }
        before = Some(detail.up_to);
    }
    errors
}

/// Warns if a larger quantity costs less in total.
pub(crate) fn warnings(member: &str, rate: &Rate) -> Vec<FieldError> {
    if rate.accumulative || rate.calculation_method == CalculationMethod::Unknown {
        return Vec::new();
    }
    let basic: Decimal = rate
        .rate_details
        .iter()
        .filter(|one| one.rate_type == RateType::Basic)
        .map(once)
        .sum();
    let price = |detail: &RateDetail, quantity: Decimal| {
        let counted = if detail.rate_type == RateType::Flat {
            Decimal::ONE
        } else {
            quantity
        };
        // Bounded numbers: the product fits.
        (basic + detail.basic + detail.value * counted).max(rate.minimum)
    };
    let lines: Vec<(usize, &RateDetail)> = rate
        .rate_details
        .iter()
        .enumerate()
        .filter(|(_, one)| one.rate_type != RateType::Basic)
        .collect();
    let falling = lines.windows(2).filter_map(|pair| {
        let [(_, line), (at, next)] = pair else {
            return None;
        };
        let up_to = line.up_to?;
        let (below, above) = (price(line, up_to), price(next, up_to));
        let message = message!(
            "makes a little more than {quantity} cost {above}, less than the {below} of {quantity}",
            quantity = up_to.normalize(),
            above = above.normalize(),
            below = below.normalize()
        );
        (above < below)
            .then(|| FieldError::new(format!("{member}.rateDetails[{at}].value"), message))
    });
    falling.collect()
}

fn once(detail: &RateDetail) -> Decimal {
    detail.basic + detail.value
}
