//! SQLite errors, converted to the data layer's common form.

use std::{borrow::Cow, error::Error, fmt};

use rusqlite::ffi;
use sqlx::error::{DatabaseError, ErrorKind};

#[derive(Debug)]
struct Fault {
    error: rusqlite::Error,
    message: String,
    code: i32,
}

pub fn to_sqlx(error: rusqlite::Error) -> sqlx::Error {
    let code = match &error {
        rusqlite::Error::ToSqlConversionFailure(_) => return sqlx::Error::Encode(error.into()),
        rusqlite::Error::FromSqlConversionFailure(..) => return sqlx::Error::Decode(error.into()),
        rusqlite::Error::SqliteFailure(failure, _) => failure.extended_code,
        _ => ffi::SQLITE_ERROR,
    };
    sqlx::Error::Database(Box::new(Fault {
        message: error.to_string(),
        error,
        code,
    }))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (code {})", self.message, self.code)
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl DatabaseError for Fault {
    fn message(&self) -> &str {
        &self.message
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.code.to_string().into())
    }

    fn kind(&self) -> ErrorKind {
        match self.code {
            ffi::SQLITE_CONSTRAINT_UNIQUE
            | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
            | ffi::SQLITE_CONSTRAINT_ROWID => ErrorKind::UniqueViolation,
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => ErrorKind::ForeignKeyViolation,
            ffi::SQLITE_CONSTRAINT_NOTNULL => ErrorKind::NotNullViolation,
            ffi::SQLITE_CONSTRAINT_CHECK => ErrorKind::CheckViolation,
            _ => ErrorKind::Other,
        }
    }

    fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
        self
    }
}
