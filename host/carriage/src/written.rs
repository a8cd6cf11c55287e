//! Parsing of numbers, days and weights from tables of carriers and banks.

use chrono::NaiveDate;
use data::TextEnum;
use rust_decimal::Decimal;

use crate::quantity::{Quantity, WeightUnit};

/// Decimal separator of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum DecimalSign {
    /// Detected per value; ambiguous values are rejected.
    Either,
    Point,
    Comma,
    #[text_enum(unknown)]
    Unknown,
}

/// Weight unit of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum InvoiceWeightUnit {
    #[text_enum(name = "kg")]
    Kilograms,
    #[text_enum(name = "lb")]
    Pounds,
    #[text_enum(name = "g")]
    Grams,
    #[text_enum(name = "t")]
    Tonnes,
    #[text_enum(unknown)]
    Unknown,
}

/// Order of day and month in a date such as 01/02/2026.
#[derive(Debug, Clone, Copy, PartialEq, Eq, TextEnum)]
pub enum DayOrder {
    DayFirst,
    MonthFirst,
    #[text_enum(unknown)]
    Unknown,
}

impl InvoiceWeightUnit {
    pub fn kilograms(self, value: Decimal) -> Decimal {
        let unit = match self {
            Self::Kilograms | Self::Unknown => WeightUnit::Kg,
            Self::Pounds => WeightUnit::Lb,
            Self::Grams => WeightUnit::G,
            Self::Tonnes => WeightUnit::T,
        };
        Quantity::new(value, unit)
            .to(WeightUnit::Kg)
            .rounded_to_column()
            .value
    }
}

const MAX_LENGTH: usize = 40;

/// `1,234.50`, `1.234,50`, `$12`, `12,50 EUR`, `(12.50)` and `12.50-` for a credit, `12.50 CR`.
/// None if ambiguous.
pub fn amount(cell: &str, sign: DecimalSign) -> Option<Decimal> {
    let cell = cell.trim();
    if cell.len() > MAX_LENGTH {
        return None;
    }
    let (cell, is_credit) = strip_credit(cell);
    // A currency has three letters; a text with more is no amount.
    if cell.chars().filter(char::is_ascii_alphabetic).count() > 3 {
        return None;
    }
    let is_sign = |c: char| matches!(c, '$' | '€' | '£' | '¥') || c.is_ascii_alphabetic();
    let cell = cell
        .trim_start_matches(is_sign)
        .trim_end_matches(is_sign)
        .trim();
    let cell: String = cell
        .chars()
        .filter(|c| !matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\''))
        .collect();
    let is_digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    if cell.is_empty() || !cell.chars().all(is_digits) {
        return None;
    }
    let number = match sign {
        DecimalSign::Point => parse_grouped(&cell, '.', ',')?,
        DecimalSign::Comma => parse_grouped(&cell, ',', '.')?,
        DecimalSign::Either | DecimalSign::Unknown => parse_either_separator(&cell)?,
    };
    Some(if is_credit { -number } else { number })
}

/// True if there was a credit mark.
fn strip_credit(cell: &str) -> (&str, bool) {
    if let Some(inner) = cell
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        return (inner.trim(), true);
    }
    if let Some(rest) = cell.strip_suffix("CR").or_else(|| cell.strip_suffix("cr")) {
        return (rest.trim(), true);
    }
    match cell.strip_suffix('-') {
        Some(rest) => (rest.trim(), true),
        None => (cell, false),
    }
}

/// Parses a number with this decimal separator and this thousands separator.
fn parse_grouped(cell: &str, decimal: char, group: char) -> Option<Decimal> {
    let (whole, rest) = cell.split_once(decimal).unwrap_or((cell, ""));
    if rest.contains(decimal) || rest.contains(group) {
        return None;
    }
    let mut groups = whole.split(group);
    let first = groups.next().unwrap_or_default();
    let later_groups: Vec<&str> = groups.collect();
    if !later_groups.is_empty()
        && (first.trim_start_matches(['-', '+']).len() > 3
            || later_groups.iter().any(|part| part.len() != 3))
    {
        return None;
    }
    let joined = format!("{first}{}", later_groups.concat());
    let number = if rest.is_empty() {
        joined
    } else {
        format!("{joined}.{rest}")
    };
    number.parse().ok()
}

/// The last of two different separators; a single one unless three digits follow.
fn parse_either_separator(cell: &str) -> Option<Decimal> {
    match (cell.rfind('.'), cell.rfind(',')) {
        (Some(point), Some(comma)) if point > comma => parse_grouped(cell, '.', ','),
        (Some(_), Some(_)) => parse_grouped(cell, ',', '.'),
        (None, Some(comma)) => {
            let (whole, rest) = (&cell[..comma], &cell[comma + 1..]);
            let is_decimal = rest.len() != 3 || matches!(whole.trim_start_matches('-'), "" | "0");
            match (cell.matches(',').count(), is_decimal) {
                (1, true) => parse_grouped(cell, ',', '.'),
                (1, false) => None,
                _ => parse_grouped(cell, '.', ','),
            }
        }
        (Some(_), None) if cell.matches('.').count() > 1 => parse_grouped(cell, ',', '.'),
        // A point is usually the decimal separator: `1.250` is a weight of one and a quarter.
        _ => parse_grouped(cell, '.', ','),
    }
}

/// `2026-01-31`, `31/01/2026`, `31.1.2026`, `31-01-2026`, `20260131`; ignores a following time.
pub fn day(cell: &str, order: DayOrder) -> Option<NaiveDate> {
    let cell = cell.trim();
    let cell = cell.split([' ', 'T']).next().unwrap_or_default();
    let first = match order {
        DayOrder::MonthFirst => ["%m/%d/%Y", "%m.%d.%Y", "%m-%d-%Y"],
        DayOrder::DayFirst | DayOrder::Unknown => ["%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y"],
    };
    let forms = ["%Y-%m-%d", "%Y%m%d"].into_iter().chain(first);
    forms.into_iter().find_map(|form| {
        let day = NaiveDate::parse_from_str(cell, form).ok()?;
        // A two-digit year would be read as one of the first century.
        (day > NaiveDate::from_ymd_opt(1970, 1, 1)?).then_some(day)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str, sign: DecimalSign) -> Option<String> {
        amount(cell, sign).map(|number| number.normalize().to_string())
    }

    #[test]
    fn amounts_are_read_as_carriers_write_them() {
        for (cell, expected) in [
            ("12.50", "12.5"),
            ("12,50", "12.5"),
            ("1,234.50", "1234.5"),
            ("1.234,50", "1234.5"),
            ("1.234.567,8", "1234567.8"),
            ("1,234,567", "1234567"),
            ("$ 1 234.50", "1234.5"),
            ("12,50 EUR", "12.5"),
            ("(12.50)", "-12.5"),
            ("12.50-", "-12.5"),
            ("12.50 CR", "-12.5"),
            ("-0,125", "-0.125"),
        ] {
            assert_eq!(
                read(cell, DecimalSign::Either).as_deref(),
                Some(expected),
                "{cell}"
            );
        }
        for cell in [
            "",
            "abc",
            "1,250",
            "1.2.3,4,5",
            "12..5",
            "--1",
            "1-2",
            "NaN",
        ] {
            assert_eq!(read(cell, DecimalSign::Either), None, "{cell}");
        }
    }

    #[test]
    fn a_template_says_which_sign_it_is() {
        assert_eq!(read("1,250", DecimalSign::Comma).as_deref(), Some("1.25"));
        assert_eq!(read("1,250", DecimalSign::Point).as_deref(), Some("1250"));
        assert_eq!(read("1.250", DecimalSign::Comma).as_deref(), Some("1250"));
        assert_eq!(read("1.25", DecimalSign::Comma), None);
    }

    #[test]
    fn weights_come_to_kilograms() {
        let kilograms = |unit: InvoiceWeightUnit, value: i64| {
            unit.kilograms(Decimal::from(value)).normalize().to_string()
        };
        assert_eq!(kilograms(InvoiceWeightUnit::Kilograms, 12), "12");
        assert_eq!(kilograms(InvoiceWeightUnit::Pounds, 100), "45.3592");
        assert_eq!(kilograms(InvoiceWeightUnit::Grams, 500), "0.5");
        assert_eq!(kilograms(InvoiceWeightUnit::Tonnes, 2), "2000");
    }

    #[test]
    fn days_are_read_in_the_order_that_is_said() {
        let expected = NaiveDate::from_ymd_opt(2026, 2, 1);
        for cell in [
            "2026-02-01",
            "01/02/2026",
            "1.2.2026",
            "20260201",
            "2026-02-01T09:00:00",
            "01-02-2026 00:00",
        ] {
            assert_eq!(day(cell, DayOrder::DayFirst), expected, "{cell}");
        }
        assert_eq!(day("02/01/2026", DayOrder::MonthFirst), expected);
        assert_eq!(
            (
                day("31/02/2026", DayOrder::DayFirst),
                day("01/02/26", DayOrder::DayFirst)
            ),
            (None, None)
        );
    }
}
