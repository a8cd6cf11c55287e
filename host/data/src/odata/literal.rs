//! Literal values of a filter, and their parsing.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::{FilterError, excerpt};

#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    Null,
    Bool(bool),
    /// The number and its digits as written, because a consignment number keeps its leading zeros.
    Number(Decimal, String),
    Text(String),
    Guid(Uuid),
    /// A day without a time: the whole day.
    Date(NaiveDate),
    /// A date-time without an offset: the reader's zone determines the instant.
    LocalTime(NaiveDateTime),
    Time(DateTime<Utc>),
}

impl Literal {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(..) => "a number",
            Self::Text(_) => "text",
            Self::Guid(_) => "a guid",
            Self::Date(_) => "a date",
            Self::LocalTime(_) | Self::Time(_) => "a date-time",
        }
    }

    pub(super) fn from_word(word: &str, at: usize) -> Result<Option<Self>, FilterError> {
        for (name, literal) in [
            ("null", Self::Null),
            ("true", Self::Bool(true)),
            ("false", Self::Bool(false)),
        ] {
            if name.eq_ignore_ascii_case(word) {
                return Ok(Some(literal));
            }
        }
        if word.len() == 36
            && let Ok(guid) = Uuid::parse_str(word)
        {
            return Ok(Some(Self::Guid(guid)));
        }
        if !word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
            return Ok(None);
        }
        if let Some(literal) = date_or_time(word) {
            return Ok(Some(literal));
        }
        match number(word) {
            Some(literal) => Ok(Some(literal)),
            None => Err(FilterError::new(
                at,
                format!(
                    "{} is not a number, a date or a date-time; text needs quotes",
                    excerpt(word)
                ),
            )),
        }
    }

    /// Parses `prefix'text'`, the typed literals of older OData.
    pub(super) fn from_prefixed(prefix: &str, text: &str, at: usize) -> Result<Self, FilterError> {
        match prefix.to_ascii_lowercase().as_str() {
            "guid" => Uuid::parse_str(text)
                .map(Self::Guid)
                .map_err(|_| FilterError::new(at, format!("{} is not a guid", excerpt(text)))),
            "datetime" | "datetimeoffset" | "date" => date_or_time(text).ok_or_else(|| {
                FilterError::new(
                    at,
                    format!(
                        "{} is not a date or a date-time like 2026-01-31T09:30:00Z",
                        excerpt(text)
                    ),
                )
            }),
            _ => Err(FilterError::new(
                at,
                format!(
                    "{} cannot stand before a quote; guid and datetime can",
                    excerpt(prefix)
                ),
            )),
        }
    }
}

fn number(word: &str) -> Option<Literal> {
    // Longer words exceed every column's numbers.
    if word.len() > 64 {
        return None;
    }
    let digits = word
        .strip_suffix(['m', 'M', 'd', 'D', 'f', 'F', 'l', 'L'])
        .unwrap_or(word);
    let plain = digits
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'));
    let value = if plain {
        digits.parse().ok()
    } else {
        Decimal::from_scientific(digits).ok()
    }?;
    Some(Literal::Number(value, digits.to_string()))
}

/// Parses `2026-01-31` or `2026-01-31T09:30`, with optional seconds, fractions and offset.
pub(super) fn date_or_time(text: &str) -> Option<Literal> {
    if text.len() > 40 || text.as_bytes().get(4) != Some(&b'-') {
        return None;
    }
    if text.len() == 10 {
        return NaiveDate::parse_from_str(text, "%Y-%m-%d")
            .ok()
            .map(Literal::Date);
    }
    let text = text.replacen(' ', "T", 1);
    for format in ["%Y-%m-%dT%H:%M:%S%.f%:z", "%Y-%m-%dT%H:%M%:z"] {
        // chrono parses an offset of Z under %#z only, so it is spelled out.
        let spelled = text
            .strip_suffix(['Z', 'z'])
            .map_or_else(|| text.clone(), |start| format!("{start}+00:00"));
        if let Ok(time) = DateTime::parse_from_str(&spelled, format) {
            return Some(Literal::Time(time.to_utc()));
        }
    }
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"]
        .into_iter()
        .find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok())
        .map(Literal::LocalTime)
}
