//! The data layer: values, pools, transactions and row mapping, the same on SQLite and PostgreSQL.
//!
//! A tenant's rows are reached only through a [`Tx`] begun for that tenant.

pub mod column;
mod constant;
pub mod counters;
pub mod entity;
mod migration;
pub mod pool;
pub mod record;
mod sqlite;
mod text_case;
pub mod tx;
pub mod value;
pub mod wheres;

pub use column::{Col, Row, Sealed};
#[doc(hidden)]
pub use constant::{append, joined, utf8};
pub use counters::{CounterTable, Sum};
pub use entity::{Binding, Entity, View};
pub use migration::Migration;
pub use pool::{Db, DbConfig};
pub use record::Record;
pub use text_case::fold_case;
pub(crate) use tx::Savepoint;
pub use tx::{Mode, PlatformSql, TenantSql, Tx};
pub use value::{Dialect, Field, Ty, Val};
pub use wheres::{Column, Document, Where};

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
