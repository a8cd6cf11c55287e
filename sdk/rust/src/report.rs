//! The trait of a report generator, its record reader and row writer, and the glue for its exports.

use std::collections::VecDeque;

use crate::bindings::report::exports::waybill::report::reports;
use crate::error;
use crate::host::data::{self, DataError};
use crate::host::output::{self, OutputError};
use crate::types::{DataQuery, PluginError, ReportColumn, ReportInfo, Summary, Value};
use crate::{About, Decimal, Guest, Result};

/// Rows that go over the border at once.
const BATCH: usize = 500;

/// A report generator.
pub trait Report {
    /// Called at load and when the settings open; must not call out.
    fn about() -> About;

    /// Called when settings are saved or tested.
    fn check_account() -> Result<()>;

    /// Available reports; must not call out.
    fn list_reports() -> Vec<ReportInfo>;

    /// Writes a report's rows with [`Table`]. `parameters` is a JSON object by the names in
    /// `list_reports`, read by [`Settings::parse`](crate::settings::Settings::parse).
    fn run(report: &str, parameters: &str) -> Result<Summary>;
}

impl<R: Report, K> reports::Guest for Guest<R, K> {
    fn list_reports() -> Vec<ReportInfo> {
        R::list_reports()
    }

    fn run(report: String, parameters: String) -> Result<Summary> {
        R::run(&report, &parameters)
    }
}

/// Rows of a query that the user may see; one batch at a time in memory.
#[derive(Debug)]
pub struct Records {
    rows: data::Rows,
    ready: VecDeque<Vec<Value>>,
    ended: bool,
}

impl Records {
    /// `columns` are members of the API's rows, `filter` is in the API's filter language.
    pub fn open(source: &str, columns: &[&str], filter: &str, sorting: &str) -> Result<Self> {
        let query = DataQuery {
            source: source.into(),
            columns: columns.iter().map(|&column| column.into()).collect(),
            filter: filter.into(),
            sorting: sorting.into(),
        };
        let rows = data::open(&query).map_err(unread)?;
        Ok(Self {
            rows,
            ready: VecDeque::new(),
            ended: false,
        })
    }

    fn fill(&mut self) -> Result<()> {
        let batch = self.rows.next(BATCH as u32).map_err(unread)?;
        self.ended = batch.is_empty();
        self.ready.extend(batch);
        Ok(())
    }
}

impl Iterator for Records {
    type Item = Result<Vec<Value>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty()
            && !self.ended
            && let Err(fault) = self.fill()
        {
            self.ended = true;
            return Some(Err(fault));
        }
        self.ready.pop_front().map(Ok)
    }
}

/// A report's rows, sent in batches.
#[derive(Debug)]
pub struct Table {
    columns: usize,
    waiting: Vec<Vec<Value>>,
    rows: u64,
    notes: Vec<String>,
}

impl Table {
    /// Gives the columns: name, title, and `text`, `number`, `money`, `date`, `time` or `boolean`.
    pub fn begin(columns: &[(&str, &str, &str)]) -> Result<Self> {
        let column = |&(name, title, shown_as): &(&str, &str, &str)| ReportColumn {
            name: name.into(),
            title: title.into(),
            shown_as: shown_as.into(),
        };
        output::columns(&columns.iter().map(column).collect::<Vec<_>>()).map_err(unwritten)?;
        Ok(Self {
            columns: columns.len(),
            waiting: Vec::new(),
            rows: 0,
            notes: Vec::new(),
        })
    }

    /// Adds a row; one value a column.
    pub fn row(&mut self, row: Vec<Value>) -> Result<()> {
        if row.len() != self.columns {
            let words = format!(
                "a row of {} values was written into {} columns",
                row.len(),
                self.columns
            );
            return Err(error::internal(words));
        }
        self.waiting.push(row);
        self.rows += 1;
        match self.waiting.len() < BATCH {
            true => Ok(()),
            false => self.flush(),
        }
    }

    /// Adds a note for the reader, in addition to the rows.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Flushes pending rows and returns the number of rows.
    pub fn finish(mut self) -> Result<Summary> {
        self.flush()?;
        Ok(Summary {
            rows: self.rows,
            notes: self.notes,
        })
    }

    fn flush(&mut self) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        match waiting.is_empty() {
            true => Ok(()),
            false => output::rows(&waiting).map_err(unwritten),
        }
    }
}

impl Value {
    /// The text of a text, decimal or integer; empty for none.
    pub fn to_text(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Text(text) | Value::Decimal(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Truth(truth) => truth.to_string(),
        }
    }

    /// The number of a decimal, an integer or a text of digits.
    pub fn to_decimal(&self) -> Option<Decimal> {
        match self {
            Value::Decimal(text) | Value::Text(text) => Decimal::parse(text).ok(),
            Value::Integer(number) => Decimal::from_integer(*number),
            Value::None | Value::Truth(_) => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Integer(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}

impl From<Decimal> for Value {
    fn from(number: Decimal) -> Self {
        Value::Decimal(number.to_string())
    }
}

fn unread(fault: DataError) -> PluginError {
    match fault {
        DataError::NoSource(source) => {
            error::unsupported(format!("there are no {source} for you to list"))
        }
        DataError::Invalid(words) => error::internal(format!("the query is wrong: {words}")),
        DataError::Unavailable(words) => error::unavailable(words),
    }
}

fn unwritten(fault: OutputError) -> PluginError {
    match fault {
        OutputError::Invalid(words) => error::internal(format!("the rows are wrong: {words}")),
        OutputError::TooLarge => {
            error::rejected("TOO-LARGE", "the report has over 1,000,000 rows or 256 MiB")
        }
        OutputError::Closed => error::rejected("CLOSED", "nobody reads the report any more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_text_and_numbers() {
        assert_eq!(
            Value::from("12.50").to_decimal(),
            Decimal::parse("12.5").ok()
        );
        assert_eq!(Value::from(12).to_decimal(), Decimal::from_integer(12));
        assert_eq!(
            (Value::None.to_text(), Value::from(true).to_text()),
            (String::new(), "true".to_owned())
        );
        assert_eq!(Value::from("x").to_decimal(), None);
    }
}
