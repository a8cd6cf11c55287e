//! Cells of a table as people and spreadsheets write them: numbers, days, yes and no.

use chrono::NaiveDate;
use kernel::{
    FieldError, Message,
    case::{FIRST_YEAR, LAST_YEAR, is_day},
    message,
};
use rust_decimal::Decimal;

/// Yes or no; none for any other word. An empty cell is no.
pub(crate) fn truth(cell: &str) -> Option<bool> {
    match cell.to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "x" => Some(true),
        "" | "false" | "no" | "n" | "0" => Some(false),
        _ => None,
    }
}

/// Cells of one line, and what is wrong with them.
#[derive(Default)]
pub(super) struct Reading {
    pub errors: Vec<FieldError>,
}

impl Reading {
    pub fn refuse(&mut self, column: &str, message: Message) {
        self.errors.push(FieldError::new(column, message));
    }

    pub fn flag(&mut self, column: &str, cell: &str) -> bool {
        truth(cell).unwrap_or_else(|| {
            self.refuse(column, message!("must be true or false"));
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
            self.refuse(
                column,
                message!("must be a number, with a point before its decimals"),
            );
        }
        number
    }

    pub fn whole(&mut self, column: &str, cell: &str) -> Option<i64> {
        if cell.is_empty() {
            return None;
        }
        let number = cell.parse().ok();
        if number.is_none() {
            self.refuse(column, message!("must be a whole number"));
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
            Some(_) => self.refuse(
                column,
                message!(
                    "must be a day from {first} to {last}",
                    first = FIRST_YEAR,
                    last = LAST_YEAR
                ),
            ),
            None => self.refuse(
                column,
                message!("must be a day, as in 2026-01-31 or 31/01/2026"),
            ),
        }
        None
    }

    /// Last day of something; none for an empty cell and for 9999-12-31.
    pub fn expiry(&mut self, column: &str, cell: &str) -> Option<NaiveDate> {
        if matches!(cell, "9999-12-31" | "31/12/9999") {
            None
        } else {
            self.day(column, cell)
        }
    }
}

/// With a point, or with a comma where there is no point. What may be either (`1,250`) is neither.
fn number(cell: &str) -> Option<Decimal> {
    let cell = cell.trim_start_matches('$').trim();
    match cell.split_once(',') {
        None => cell.parse().ok(),
        // Commas between thousands.
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
        let mut reading = Reading::default();
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
            (truth("Y"), truth("FALSE"), truth(""), truth("perhaps")),
            (Some(true), Some(false), Some(false), None)
        );
    }
}
