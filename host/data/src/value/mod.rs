//! SQL values and their types, columns and rows of either database, and the fields available to
//! filters.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use uuid::Uuid;

pub mod column;
mod sqlite;
mod text_case;

pub(crate) use column::postgres_arguments;
pub use column::{Col, Row, Sealed};
pub(crate) use sqlite::SqliteRow;
pub use text_case::fold_case;
pub(crate) use text_case::register;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    I64,
    Text,
    Bool,
    /// NUMERIC(19,4) on PostgreSQL, INTEGER ten-thousandths on SQLite.
    Decimal,
    /// TIMESTAMPTZ on PostgreSQL, INTEGER microseconds on SQLite.
    Time,
    /// UUID on PostgreSQL, BLOB on SQLite.
    Uuid,
    /// JSONB on PostgreSQL, TEXT on SQLite; objects and arrays only.
    Json,
    /// BYTEA on PostgreSQL, BLOB on SQLite.
    Bytes,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Val {
    Null(Ty),
    I64(i64),
    Text(String),
    Bool(bool),
    Decimal(Decimal),
    Time(DateTime<Utc>),
    Uuid(Uuid),
    Json(String),
    Bytes(Vec<u8>),
    /// Any number of ids as one value: an array on PostgreSQL, the text of a JSON array on SQLite.
    Ids(Vec<i64>),
    /// A stored enum value unknown to this release: a write leaves the column unchanged.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A name for filters and sorting, and its column or SQL expression.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    pub column: &'static str,
    pub ty: Ty,
    /// Values of an enum; empty for a column with arbitrary text.
    pub words: &'static [&'static str],
    pub is_nullable: bool,
}

impl Field {
    pub const fn new(name: &'static str, column: &'static str, ty: Ty) -> Self {
        Self {
            name,
            column,
            ty,
            words: &[],
            is_nullable: true,
        }
    }
    pub const fn for_column<T: Col>(name: &'static str, column: &'static str) -> Self {
        Self {
            name,
            column,
            ty: T::TY,
            words: T::NAMES,
            is_nullable: T::NULLABLE,
        }
    }
}

impl Val {
    /// True if a text, or a text in a document, contains U+0000.
    pub(crate) fn holds_nul(&self) -> bool {
        match self {
            Self::Text(text) => text.contains('\0'),
            Self::Json(text) => text.match_indices("\\u0000").any(|(at, _)| {
                // After an even number of backslashes it is the escape itself, after an odd number
                // plain letters.
                text[..at]
                    .bytes()
                    .rev()
                    .take_while(|byte| *byte == b'\\')
                    .count()
                    % 2
                    == 0
            }),
            _ => false,
        }
    }

    /// True for a decimal above [`MAX_DECIMAL`].
    pub(crate) fn is_too_large(&self) -> bool {
        matches!(self, Self::Decimal(value) if value.abs() > Decimal::from(MAX_DECIMAL))
    }
}

/// Largest stored decimal, chosen so that sums fit: SQLite adds ten-thousandths in 64 bits, enough
/// for 90,000 of these.
pub(crate) const MAX_DECIMAL: i64 = 10_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_that_no_text_can_have_is_found() {
        let json = |text: &str| Val::Json(serde_json::json!({ "a": [text] }).to_string());
        assert!(
            Val::Text("a\0b".to_owned()).holds_nul()
                && json("a\0").holds_nul()
                && json("\\\0").holds_nul()
        );
        for fine in ["", "a", "\\u0000", "\\\\u0000", "u0000"] {
            assert!(
                !Val::Text(fine.to_owned()).holds_nul() && !json(fine).holds_nul(),
                "{fine}"
            );
        }
    }
}
