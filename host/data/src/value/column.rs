//! Storage of each Rust type in one column of either database.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, Utc};
use rusqlite::types::Value;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sqlx::{
    Row as _, TypeInfo, ValueRef,
    postgres::{PgArguments, PgRow, PgValueFormat},
};
use uuid::Uuid;

use super::{SqliteRow, Ty, Val};

/// A row of either database, read by position.
pub enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub fn get<T: Col>(&self, index: usize) -> sqlx::Result<T> {
        T::get(self, index)
    }

    pub fn json<T: DeserializeOwned>(&self, index: usize) -> sqlx::Result<T> {
        json_get(self, index)
    }

    pub fn is_null(&self, index: usize) -> sqlx::Result<bool> {
        Ok(match self {
            Row::Sqlite(row) => matches!(row.value(index)?, Value::Null),
            Row::Postgres(row) => row.try_get_raw(index)?.is_null(),
        })
    }
}

pub trait Col: Sized {
    const TY: Ty;
    /// True if the record of changes may show it.
    const RECORDABLE: bool = true;
    const NULLABLE: bool = false;
    const NAMES: &'static [&'static str] = &[];
    fn val(&self) -> Val;
    fn get(row: &Row, index: usize) -> sqlx::Result<Self>;
}

impl Col for i64 {
    const TY: Ty = Ty::I64;
    fn val(&self) -> Val {
        Val::I64(*self)
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        match row {
            Row::Sqlite(row) => row.integer(index),
            Row::Postgres(row) => row.try_get(index),
        }
    }
}

impl Col for String {
    const TY: Ty = Ty::Text;
    fn val(&self) -> Val {
        Val::Text(self.clone())
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        match row {
            Row::Sqlite(row) => row.text(index).map(str::to_owned),
            Row::Postgres(row) => row.try_get(index),
        }
    }
}

impl Col for Vec<u8> {
    const TY: Ty = Ty::Bytes;
    fn val(&self) -> Val {
        Val::Bytes(self.clone())
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        match row {
            Row::Sqlite(row) => row.bytes(index).map(<[u8]>::to_vec),
            Row::Postgres(row) => row.try_get(index),
        }
    }
}

impl Col for bool {
    const TY: Ty = Ty::Bool;
    fn val(&self) -> Val {
        Val::Bool(*self)
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        match row {
            Row::Sqlite(row) => row.integer(index).map(|number| number != 0),
            Row::Postgres(row) => row.try_get(index),
        }
    }
}

impl Col for Uuid {
    const TY: Ty = Ty::Uuid;
    fn val(&self) -> Val {
        Val::Uuid(*self)
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        match row {
            Row::Sqlite(row) => Uuid::from_slice(row.bytes(index)?)
                .map_err(|error| sqlx::Error::Decode(error.into())),
            Row::Postgres(row) => row.try_get(index),
        }
    }
}

/// Decimal places kept by NUMERIC(19,4) and by SQLite's ten-thousandths: exact, sortable, summable.
const SCALE: u32 = 4;

impl Col for Decimal {
    const TY: Ty = Ty::Decimal;
    fn val(&self) -> Val {
        Val::Decimal(*self)
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        Ok(match row {
            Row::Sqlite(row) => Decimal::new(row.integer(index)?, SCALE),
            Row::Postgres(row) => row.try_get(index)?,
        }
        .normalize())
    }
}

impl Col for DateTime<Utc> {
    const TY: Ty = Ty::Time;
    fn val(&self) -> Val {
        Val::Time(*self)
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        match row {
            Row::Sqlite(row) => DateTime::from_timestamp_micros(row.integer(index)?)
                .ok_or_else(|| sqlx::Error::Decode("a time outside the calendar".into())),
            Row::Postgres(row) => row.try_get(index),
        }
    }
}

/// A day, stored as the text `2026-01-31` on both databases and compared as such. Years have four
/// digits.
impl Col for NaiveDate {
    const TY: Ty = Ty::Text;
    fn val(&self) -> Val {
        Val::Text(self.to_string())
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        String::get(row, index)?
            .parse()
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))
    }
}

impl<T: Col> Col for Option<T> {
    const TY: Ty = T::TY;
    const NULLABLE: bool = true;
    const RECORDABLE: bool = T::RECORDABLE;
    const NAMES: &'static [&'static str] = T::NAMES;
    fn val(&self) -> Val {
        self.as_ref().map_or(Val::Null(T::TY), Col::val)
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        if row.is_null(index)? {
            Ok(None)
        } else {
            T::get(row, index).map(Some)
        }
    }
}

/// A sealed ([`Secrets::seal`](crate::secrets::Secrets::seal)) or hashed text: stored, never
/// recorded or shown.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sealed(pub String);

impl std::fmt::Debug for Sealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealed(…)")
    }
}

impl Col for Sealed {
    const TY: Ty = Ty::Text;
    const RECORDABLE: bool = false;
    fn val(&self) -> Val {
        self.0.val()
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        String::get(row, index).map(Self)
    }
}

pub fn json_val<T: Serialize>(document: &T) -> Val {
    // Our documents are plain structs with text keys, which always serialise.
    Val::Json(serde_json::to_string(document).unwrap_or_else(|_| "null".to_owned()))
}

pub fn json_get<T: DeserializeOwned>(row: &Row, index: usize) -> sqlx::Result<T> {
    let text = json_text(row, index)?;
    serde_json::from_str(&text).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// Returns a document's text in one form for both databases, so that each type is read by one
/// parser.
fn json_text(row: &Row, index: usize) -> sqlx::Result<Cow<'_, str>> {
    match row {
        // SQLite stores a document that is a bare number, such as an event's payload, as a number.
        Row::Sqlite(row) => Ok(match row.value(index)? {
            Value::Integer(number) => number.to_string().into(),
            Value::Real(number) => number.to_string().into(),
            _ => row.text(index)?.into(),
        }),
        Row::Postgres(row) => {
            let value = row.try_get_raw(index)?;
            let is_binary = value.format() == PgValueFormat::Binary
                && value.type_info().name().eq_ignore_ascii_case("jsonb");
            let bytes = value.as_bytes().map_err(sqlx::Error::Decode)?;
            // Binary documents begin with a version, which is 1.
            let text = match bytes {
                [1, text @ ..] if is_binary => text,
                text => text,
            };
            std::str::from_utf8(text)
                .map(Cow::Borrowed)
                .map_err(|error| sqlx::Error::Decode(Box::new(error)))
        }
    }
}

type Bound<T> = Result<T, sqlx::error::BoxDynError>;

pub(crate) fn postgres_arguments(values: Vec<Val>) -> Bound<PgArguments> {
    use sqlx::Arguments;
    use sqlx::types::{Json, JsonRawValue};
    let mut bound = PgArguments::default();
    for value in values {
        match value {
            Val::Null(Ty::I64) => bound.add(None::<i64>)?,
            Val::Null(Ty::Text) | Val::Unknown => bound.add(None::<String>)?,
            Val::Null(Ty::Bool) => bound.add(None::<bool>)?,
            Val::Null(Ty::Decimal) => bound.add(None::<Decimal>)?,
            Val::Null(Ty::Time) => bound.add(None::<DateTime<Utc>>)?,
            Val::Null(Ty::Uuid) => bound.add(None::<Uuid>)?,
            Val::Null(Ty::Json) => bound.add(None::<Json<()>>)?,
            Val::Null(Ty::Bytes) => bound.add(None::<Vec<u8>>)?,
            Val::I64(value) => bound.add(value)?,
            Val::Text(value) => bound.add(value)?,
            Val::Bool(value) => bound.add(value)?,
            Val::Decimal(value) => bound.add(value)?,
            Val::Time(value) => bound.add(value)?,
            Val::Uuid(value) => bound.add(value)?,
            Val::Bytes(value) => bound.add(value)?,
            Val::Ids(ids) => bound.add(ids)?,
            Val::Json(value) => bound.add(Json(JsonRawValue::from_string(value)?))?,
        }
    }
    Ok(bound)
}

pub(super) fn ten_thousandths(value: Decimal) -> Bound<i64> {
    let mut scaled =
        value.round_dp_with_strategy(SCALE, rust_decimal::RoundingStrategy::MidpointAwayFromZero);
    scaled.rescale(SCALE);
    i64::try_from(scaled.mantissa()).map_err(|_| "a number too large for its column".into())
}
