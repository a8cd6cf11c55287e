//! Declaration of a record: its table, columns, recorded values and customer binding.

use super::{NewRecord, Searched, counters::CounterTable};
use crate::value::{Col, Field, Row, Val};

/// A struct read from some columns of a record's rows: the record itself or a view. Implemented
/// only by `#[derive(Record)]`.
pub trait View: Sized + Send + Sync + 'static {
    type Record: Entity;
    const SELECT: &'static [&'static str];
    fn read(row: &Row) -> sqlx::Result<Self>;
}

/// A struct that is one row of one table. Implemented only by `#[derive(Record)]`; see
/// [`record`](super).
pub trait Entity: View<Record = Self> {
    type Id: Col + Copy + Send;
    /// The record to insert; see [`New`](super::New).
    type New: NewRecord<Record = Self>;
    /// Name at the start of an error message: "The booking".
    const NAME: &'static str;
    const TABLE: &'static str;
    /// Name in the record of changes, by default the struct's name.
    const TYPE: &'static str;
    /// True if changes are recorded ([`crate::audit`]).
    const RECORDED: bool;
    /// Soft-deleted rows are kept for references; no transaction's query returns them. Needs a
    /// column `is_deleted BOOLEAN NOT NULL DEFAULT FALSE`.
    const SOFT_DELETED: bool;
    /// Column names in the record of changes; empty for an unrecorded column.
    const WIRE: &'static [&'static str];
    const COLUMNS: &'static [&'static str];
    /// Names allowed in filters and sorting.
    const FIELDS: &'static [Field];
    /// API names that a save never takes from the caller.
    const PROTECTED: &'static [&'static str];
    /// A customer's caller sees only rows bound to that customer.
    const CUSTOMER: Option<Binding>;
    /// A driver's caller sees only rows bound to that driver.
    const DRIVER: Option<Binding>;
    /// Texts indexed for search ([`crate::search`]).
    const SEARCHED: Option<&'static Searched>;
    /// Counter tables, the one with the fewest rows first.
    const COUNTERS: &'static [CounterTable];
    /// Columns and expressions with an index on `(tenant_id, column, id)`. On PostgreSQL, nullable
    /// ones are `NULLS FIRST`.
    const IN_ORDER: &'static [&'static str];
    fn id(&self) -> Self::Id;
    fn row_version(&self) -> i64;
    fn stored(&mut self, id: Self::Id, row_version: i64);
    fn bind(&self, values: &mut Vec<Val>);
}

/// Binding of a row to its owner: a customer or a driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// A column that holds the owner's id.
    Column(&'static str),
    Through {
        column: &'static str,
        table: &'static str,
        owner: &'static str,
    },
}

impl Binding {
    /// Binds through a column that references a row of `Parent`, itself bound by its own column.
    pub const fn through<Parent: Entity>(column: &'static str, parent: Option<Self>) -> Self {
        match parent {
            Some(Self::Column(owner)) => Self::Through {
                column,
                table: Parent::TABLE,
                owner,
            },
            _ => panic!("the record behind this column is not bound by a column of its own"),
        }
    }

    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Column(column) | Self::Through { column, .. } => column,
        }
    }
}
