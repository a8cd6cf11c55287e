//! Conversion of values to SQLite and of rows from SQLite.

use rusqlite::{
    ToSql,
    types::{ToSqlOutput, Value, ValueRef},
};

use super::{Val, column::ten_thousandths};

pub struct SqliteRow(Box<[Value]>);

impl SqliteRow {
    pub(crate) fn read(row: &rusqlite::Row<'_>, width: usize) -> rusqlite::Result<Self> {
        // Text that is not UTF-8 is an error here.
        (0..width)
            .map(|at| Ok(row.get_ref(at)?.try_into()?))
            .collect::<rusqlite::Result<_>>()
            .map(Self)
    }

    pub(super) fn value(&self, index: usize) -> sqlx::Result<&Value> {
        self.0
            .get(index)
            .ok_or(sqlx::Error::ColumnIndexOutOfBounds {
                index,
                len: self.0.len(),
            })
    }

    pub(super) fn integer(&self, index: usize) -> sqlx::Result<i64> {
        match self.value(index)? {
            Value::Integer(number) => Ok(*number),
            other => Err(mismatch(index, "a whole number", other)),
        }
    }

    pub(super) fn text(&self, index: usize) -> sqlx::Result<&str> {
        match self.value(index)? {
            Value::Text(text) => Ok(text),
            other => Err(mismatch(index, "a text", other)),
        }
    }

    pub(super) fn bytes(&self, index: usize) -> sqlx::Result<&[u8]> {
        match self.value(index)? {
            Value::Blob(bytes) => Ok(bytes),
            other => Err(mismatch(index, "bytes", other)),
        }
    }
}

fn mismatch(index: usize, wanted: &str, found: &Value) -> sqlx::Error {
    let actual = found.data_type();
    sqlx::Error::ColumnDecode {
        index: index.to_string(),
        source: format!("{wanted} was expected, not {actual}").into(),
    }
}

impl ToSql for Val {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let integer = |number: i64| ToSqlOutput::Owned(Value::Integer(number));
        Ok(match self {
            Val::Null(_) | Val::Unknown => ToSqlOutput::Owned(Value::Null),
            Val::I64(number) => integer(*number),
            Val::Text(text) | Val::Json(text) => {
                ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes()))
            }
            Val::Bool(is) => integer(i64::from(*is)),
            Val::Decimal(number) => {
                integer(ten_thousandths(*number).map_err(rusqlite::Error::ToSqlConversionFailure)?)
            }
            Val::Time(time) => integer(time.timestamp_micros()),
            Val::Uuid(id) => ToSqlOutput::Borrowed(ValueRef::Blob(id.as_bytes())),
            Val::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
            Val::Ids(ids) => {
                let text = serde_json::to_string(ids);
                ToSqlOutput::Owned(Value::Text(
                    text.map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?,
                ))
            }
        })
    }
}
