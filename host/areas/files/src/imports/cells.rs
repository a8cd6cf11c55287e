//! Parsing of table cells as users and spreadsheets write them.

use chrono::NaiveDate;
use data::{
    FieldError, Message,
    case::{FIRST_YEAR, LAST_YEAR, is_day},
    message,
};
use rust_decimal::Decimal;

/// Returns none for unknown text. An empty cell is false.
pub fn parse_bool(cell: &str) -> Option<bool> {
    match cell.to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "x" => Some(true),
        "" | "false" | "no" | "n" | "0" => Some(false),
        _ => None,
    }
}

/// Parses the cells of one line.
#[derive(Debug, Default)]
pub struct CellParser {
    pub errors: Vec<FieldError>,
}

impl CellParser {
    pub fn reject(&mut self, column: &str, message: Message) {
        self.errors.push(FieldError::new(column, message));
    }

    pub fn flag(&mut self, column: &str, cell: &str) -> bool {
        parse_bool(cell).unwrap_or_else(|| {
            self.reject(column, message!("must be true or false"));
            false
        })
    }

    /// None for an empty cell.
    pub fn number(&mut self, column: &str, cell: &str) -> Option<Decimal> {
        if cell.is_empty() {
            return None;
        }
        let number = number(cell);
        if number.is_none() {
            self.reject(
                column,
                message!("must be a number, with a point before its decimals"),
            );
        }
        number
    }

    pub fn integer(&mut self, column: &str, cell: &str) -> Option<i64> {
        if cell.is_empty() {
            return None;
        }
        let number = cell.parse().ok();
        if number.is_none() {
            self.reject(column, message!("must be a whole number"));
        }
        number
    }

    pub fn day(&mut self, column: &str, cell: &str) -> Option<NaiveDate> {
        if cell.is_empty() {
            return None;
        }
        let day = ["%Y-%m-%d", "%d/%m/%Y"]
            .iter()
            .find_map(|form| NaiveDate::parse_from_str(cell, form).ok());
        match day {
            Some(day) if is_day(day) => return Some(day),
            Some(_) => self.reject(
                column,
                message!(
                    "must be a day from {first} to {last}",
                    first = FIRST_YEAR,
                    last = LAST_YEAR
                ),
            ),
            None => self.reject(
                column,
                message!("must be a day, as in 2026-01-31 or 31/01/2026"),
            ),
        }
        None
    }

    /// Returns none for an empty cell and for 9999-12-31.
    pub fn expiry(&mut self, column: &str, cell: &str) -> Option<NaiveDate> {
        if matches!(cell, "9999-12-31" | "31/12/9999") {
            None
        } else {
            self.day(column, cell)
        }
    }
}

/// Accepts a comma if there is no point. Rejects the ambiguous `1,250`.
fn number(cell: &str) -> Option<Decimal> {
    let cell = cell.trim_start_matches('$').trim();
    match cell.split_once(',') {
        None => cell.parse().ok(),
        // Thousands separators.
        Some(_) if cell.contains('.') => cell.replace(',', "").parse().ok(),
        Some((whole, rest)) if rest.len() != 3 || matches!(whole, "" | "0" | "-0") => {
            format!("{whole}.{rest}").parse().ok()
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_spreadsheets_write_them() {
        let read = |cell: &str| number(cell).map(|number| number.to_string());
        for (cell, expected) in [
            ("1.5", "1.5"),
            ("1,5", "1.5"),
            ("0,125", "0.125"),
            ("1,000.25", "1000.25"),
            ("$12", "12"),
            ("-3", "-3"),
        ] {
            assert_eq!(read(cell).as_deref(), Some(expected), "{cell}");
        }
        assert_eq!(
            (read("abc"), read("1 2"), read("1,250")),
            (None, None, None)
        );
    }

    #[test]
    fn days_are_iso_or_australian() {
        let mut reading = CellParser::default();
        let expected = NaiveDate::from_ymd_opt(2026, 1, 31);
        assert_eq!(
            (
                reading.day("a", "2026-01-31"),
                reading.day("a", "31/01/2026")
            ),
            (expected, expected)
        );
        assert_eq!(
            (
                reading.day("a", ""),
                reading.day("effectiveDate", "01/31/2026")
            ),
            (None, None)
        );
        assert_eq!(reading.errors[0].member, "effectiveDate");
        assert_eq!(
            (
                reading.expiry("b", "31/12/9999"),
                reading.day("b", "31/12/9999")
            ),
            (None, None)
        );
        assert_eq!(reading.errors.len(), 2);
    }

    #[test]
    fn yes_and_no_are_words_of_their_own() {
        assert_eq!(
            (
                parse_bool("Y"),
                parse_bool("FALSE"),
                parse_bool(""),
                parse_bool("perhaps")
            ),
            (Some(true), Some(false), Some(false), None)
        );
    }
}
