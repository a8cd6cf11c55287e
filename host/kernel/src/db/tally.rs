//! Counters: tables of row counts and column sums, so that lists over millions of rows need no
//! count.
//!
//! Database triggers update them in the transaction of each change. A counter has one or more rows
//! per combination of its columns' values; a query sums the matching rows.

use super::value::Ty;

/// A record's counter table, declared with `#[record(tallied(…))]`. It has a `row_count` and these
/// columns, under the record's column names.
#[derive(Debug, Clone, Copy)]
pub struct Tally {
    pub table: &'static str,
    /// Columns that conditions may name; a condition with other columns counts row by row.
    pub by: &'static [&'static str],
    /// Summed columns.
    pub sums: &'static [&'static str],
}

/// A column to sum: `Booking::TOTAL_WEIGHT.sum()`.
#[derive(Debug, Clone, Copy)]
pub struct Sum {
    pub(super) column: &'static str,
    pub(super) ty: Ty,
}

impl Tally {
    /// True if it has all these columns and sums.
    pub(super) fn covers(&self, columns: &[&str], sums: &[Sum]) -> bool {
        columns.iter().all(|column| self.by.contains(column))
            && sums.iter().all(|sum| self.sums.contains(&sum.column))
    }
}

impl Sum {
    /// Returns the SQL of the sum; PostgreSQL would otherwise return whole numbers as numeric.
    pub(super) fn sql(self) -> String {
        let Self { column, ty } = self;
        match ty {
            Ty::I64 => format!("CAST(COALESCE(SUM({column}), 0) AS BIGINT)"),
            _ => format!("COALESCE(SUM({column}), 0)"),
        }
    }
}

/// SQL for the number of rows counted.
pub(super) const ROW_COUNT: &str = "CAST(COALESCE(SUM(row_count), 0) AS BIGINT)";
