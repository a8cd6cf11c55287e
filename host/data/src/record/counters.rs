//! Counters: tables of row counts and column sums, so that long lists need no count.
//!
//! Triggers update them in each change's transaction. A counter has one or more rows per
//! combination of values; a query sums them.

use crate::value::Ty;

/// Declared with `#[record(counted(…))]`: `row_count` and these columns, named as in the record.
#[derive(Debug, Clone, Copy)]
pub struct CounterTable {
    pub table: &'static str,
    /// A condition on other columns counts row by row.
    pub by: &'static [&'static str],
    pub sums: &'static [&'static str],
}

/// A column to sum: `Booking::TOTAL_WEIGHT.sum()`.
#[derive(Debug, Clone, Copy)]
pub struct Sum {
    pub(crate) column: &'static str,
    pub(super) ty: Ty,
}

impl CounterTable {
    pub(crate) fn covers(&self, columns: &[&str], sums: &[Sum]) -> bool {
        columns.iter().all(|column| self.by.contains(column))
            && sums.iter().all(|sum| self.sums.contains(&sum.column))
    }
}

impl Sum {
    pub(crate) fn sql(self) -> String {
        let Self { column, ty } = self;
        match ty {
            Ty::I64 => format!("CAST(COALESCE(SUM({column}), 0) AS BIGINT)"),
            _ => format!("COALESCE(SUM({column}), 0)"),
        }
    }
}

pub(crate) const ROW_COUNT: &str = "CAST(COALESCE(SUM(row_count), 0) AS BIGINT)";
