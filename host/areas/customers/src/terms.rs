//! Payment terms: due dates of a customer's invoices.

use std::{fmt, str::FromStr};

/// Upper bound of plausible terms.
const MAX_DAYS: u16 = 365;

/// Due date rules, counted from the invoice date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentTerms {
    /// On delivery.
    Cod,
    Days(u16),
    /// Days after the end of the invoice's month.
    EndOfMonth(u16),
}

impl FromStr for PaymentTerms {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.trim().to_lowercase();
        let days = |text: &str| {
            let number = text
                .trim()
                .trim_end_matches("days")
                .trim_end_matches("day")
                .trim();
            number
                .parse()
                .ok()
                .filter(|days| *days <= MAX_DAYS)
                .ok_or(())
        };
        match text.strip_prefix("end of month") {
            Some("") => Ok(Self::EndOfMonth(0)),
            Some(rest) => {
                days(rest.trim_start().strip_prefix('+').ok_or(())?).map(Self::EndOfMonth)
            }
            None if text == "cod" => Ok(Self::Cod),
            None => days(&text).map(Self::Days),
        }
    }
}

impl fmt::Display for PaymentTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cod => f.write_str("COD"),
            Self::Days(1) => f.write_str("1 day"),
            Self::Days(days) => write!(f, "{days} days"),
            Self::EndOfMonth(0) => f.write_str("End of month"),
            Self::EndOfMonth(days) => write!(f, "End of month + {days}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_people_write_them() {
        let read = |text: &str| text.parse::<PaymentTerms>().map(|terms| terms.to_string());
        for (text, terms) in [
            ("cod", "COD"),
            ("14 days", "14 days"),
            ("7", "7 days"),
            (" 1 day ", "1 day"),
            ("END OF MONTH", "End of month"),
            ("end of month +7 days", "End of month + 7"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(terms));
        }
        for text in [
            "",
            "soon",
            "-1 days",
            "366 days",
            "end of month 7",
            "end of month + many",
            "99999999",
        ] {
            assert_eq!(read(text), Err(()), "{text}");
        }
    }
}
