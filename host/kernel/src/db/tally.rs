//! Tallies: tables that hold how many of a record's rows there are, and what some columns add up to, so that lists over
//! millions of rows need not count them.
//!
//! The database's triggers keep them with every change of the record, in its transaction. A tally has a row, or several,
//! for each combination of values of its columns; a query adds up the rows that match.

use super::value::Ty;

/// A tally of a record, as `#[record(tallied(…))]` declares it. Its table has a `row_count` and the columns named here,
/// which are called as the record's own.
#[derive(Debug, Clone, Copy)]
pub struct Tally {
    pub table: &'static str,
    /// What can be asked of it: a condition that names other columns is counted row by row.
    pub by: &'static [&'static str],
    /// The columns that it adds up.
    pub sums: &'static [&'static str],
}

/// A column that is added up: `Booking::TOTAL_WEIGHT.sum()`.
#[derive(Debug, Clone, Copy)]
pub struct Sum {
    pub(super) column: &'static str,
    pub(super) ty: Ty,
}

impl Tally {
    /// Whether it knows all these columns, and adds up those.
    pub(super) fn covers(&self, columns: &[&str], sums: &[Sum]) -> bool {
        columns.iter().all(|column| self.by.contains(column))
            && sums.iter().all(|sum| self.sums.contains(&sum.column))
    }
}

impl Sum {
    /// What SQL adds up; PostgreSQL would make whole numbers a numeric.
    pub(super) fn sql(self) -> String {
        let Self { column, ty } = self;
        match ty {
            Ty::I64 => format!("CAST(COALESCE(SUM({column}), 0) AS BIGINT)"),
            _ => format!("COALESCE(SUM({column}), 0)"),
        }
    }
}

/// How many rows a tally's rows stand for.
pub(super) const ROWS: &str = "CAST(COALESCE(SUM(row_count), 0) AS BIGINT)";
