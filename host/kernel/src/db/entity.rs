//! What a record's declaration gives: its table, its columns, what is recorded of it and whose it is.

use super::{
    column::{Col, Row},
    tally::Tally,
    value::{Field, Val},
};
use crate::search::Searched;

/// A struct that is read from some columns of a record's rows: the record itself, or a view of it. Implemented by
/// `#[derive(Record)]` only.
pub trait View: Sized + Send + Sync + 'static {
    type Record: Entity;
    /// The columns that it reads, in their order.
    const SELECT: &'static [&'static str];
    fn read(row: &Row) -> sqlx::Result<Self>;
}

/// A struct that is one row of one table. Implemented by `#[derive(Record)]` only; see [`record`](super::record).
pub trait Entity: View<Record = Self> {
    type Id: Col + Copy + Send;
    /// The thing's name as an error message says it: "The booking".
    const NAME: &'static str;
    const TABLE: &'static str;
    /// What the record of changes calls the thing: the struct's name as a rule.
    const TYPE: &'static str;
    /// Whether its changes are recorded ([`crate::audit`]).
    const RECORDED: bool;
    /// Whether its rows stay when they are deleted, for what refers to them: nothing reads them through a [`Tx`](super::Tx)
    /// any more. The table has a column `is_deleted BOOLEAN NOT NULL DEFAULT FALSE`.
    const KEPT: bool;
    /// The columns' names in the record of changes; empty for a column that is not recorded.
    const WIRE: &'static [&'static str];
    /// All columns but `id`, `tenant_id` and `row_version`.
    const COLUMNS: &'static [&'static str];
    /// The names that filter and sorting may use.
    const FIELDS: &'static [Field];
    /// The API's names of what a save never takes from the caller.
    const PROTECTED: &'static [&'static str];
    /// What binds a row to a customer: such rows alone are there for a customer's caller.
    const CUSTOMER: Option<Binding>;
    /// Which of its words are searched ([`crate::search`]).
    const SEARCHED: Option<&'static Searched>;
    /// Tables that hold how many of its rows there are; the one with the fewest rows first.
    const TALLIES: &'static [Tally];
    /// Columns, and expressions, of which an index has a tenant's rows in their order: on `(tenant_id, column, id)`; on
    /// PostgreSQL with `NULLS FIRST` where there may be none.
    const IN_ORDER: &'static [&'static str];
    fn id(&self) -> Self::Id;
    fn row_version(&self) -> i64;
    /// Takes the id and version that the database gave.
    fn stored(&mut self, id: Self::Id, row_version: i64);
    fn bind(&self, values: &mut Vec<Val>);
}

/// How a row is bound to a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// By a column that names the customer.
    Column(&'static str),
    /// By a column that names a row of another table, whose own column names the customer.
    Through {
        column: &'static str,
        table: &'static str,
        customer: &'static str,
    },
}

impl Binding {
    /// By a column that names a row of `Parent`, which is bound by a column of its own.
    pub const fn through<Parent: Entity>(column: &'static str) -> Self {
        match Parent::CUSTOMER {
            Some(Self::Column(customer)) => Self::Through {
                column,
                table: Parent::TABLE,
                customer,
            },
            _ => panic!(
                "the record behind this column is not bound to a customer by a column of its own"
            ),
        }
    }

    /// The column of the row itself.
    pub(super) const fn column(self) -> &'static str {
        match self {
            Self::Column(column) | Self::Through { column, .. } => column,
        }
    }
}
