//! Pools, migrations and transactions, the same on SQLite and PostgreSQL.
//!
//! A tenant's rows are reached only through a [`Tx`] begun for that tenant.

mod constant;
pub mod embedded;
mod migration;
pub mod pool;
mod sqlite;
pub mod tx;

pub use embedded::Embedded;
pub use migration::Migration;
pub use pool::{Db, DbConfig};
pub use tx::{Mode, PlatformSql, TenantSql, Tx};

pub use crate::{
    record::{
        Binding, Column, CounterTable, Document, Entity, Record, Searched, Sum, View, Where, Word,
    },
    value::{Col, Dialect, Field, Row, Sealed, Ty, Val, column, fold_case},
};

#[doc(hidden)]
pub use constant::{append, joined, utf8};
pub(crate) use tx::{NOT_DELETED, Savepoint};

/// Checks at compile time that a statement names its tenant.
#[doc(hidden)]
pub const fn names_tenant(sql: &str) -> bool {
    let (text, wanted) = (sql.as_bytes(), b"tenant_id = $1");
    let mut start = 0;
    while start + wanted.len() <= text.len() {
        let mut at = 0;
        while at < wanted.len() && text[start + at] == wanted[at] {
            at += 1;
        }
        if at == wanted.len() {
            return true;
        }
        start += 1;
    }
    false
}

/// A statement over one tenant's rows; fails to compile without `tenant_id = $1`.
///
/// Parts are joined at compile time: literals, and constants such as the conditions of a life
/// cycle.
#[macro_export]
macro_rules! tsql {
    ($sql:literal) => {{
        const _: () = assert!(
            $crate::db::names_tenant($sql),
            "the statement must say `tenant_id = $1`"
        );
        $crate::db::TenantSql($sql)
    }};
    ($($part:expr),+ $(,)?) => {{
        const SQL: &str = $crate::sql_text!($($part),+);
        const _: () = assert!(
            $crate::db::names_tenant(SQL),
            "the statement must say `tenant_id = $1`"
        );
        $crate::db::TenantSql(SQL)
    }};
}
