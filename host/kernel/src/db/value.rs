//! The values that cross into SQL, their types, and the fields that filters may name.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use uuid::Uuid;

/// The type of a column, the same on both databases.
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
}

/// One bound value.
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
}

/// What differs between the two databases in the SQL that is written once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A name that filter and sorting may use, and the column (or SQL expression) behind it.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    pub column: &'static str,
    pub ty: Ty,
}
