//! `output`: columns and rows of a running report, validated here and passed to the reader.

use crate::{
    ReportOutput,
    call::state::State,
    interface::{
        bindings::shared::waybill::host::output::{Column, Host, OutputError, Value},
        bounds::{clean, is_unseen},
    },
    policy::limits::{MAX_ROW_BYTES, MAX_ROWS},
};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::{collections::HashSet, sync::Arc};

const MAX_COLUMNS: usize = 200;
/// A cell that programs for tables take.
const MAX_CELL: usize = 32 << 10;
const SHOWN_AS: [&str; 6] = ["text", "number", "money", "date", "time", "boolean"];

pub(crate) struct Output {
    reader: Arc<dyn ReportOutput>,
    /// None until the columns are there.
    columns: Option<usize>,
    rows: u64,
    bytes: u64,
}

impl Output {
    pub(crate) fn new(reader: Arc<dyn ReportOutput>) -> Self {
        Output {
            reader,
            columns: None,
            rows: 0,
            bytes: 0,
        }
    }

    fn take_columns(&mut self, columns: &[Column]) -> Result<(), OutputError> {
        if self.columns.is_some() {
            return Err(OutputError::Invalid(
                "the columns were given already".into(),
            ));
        }
        if columns.is_empty() || columns.len() > MAX_COLUMNS {
            let reason = format!("{} columns; 1 to {MAX_COLUMNS} are taken", columns.len());
            return Err(OutputError::Invalid(reason));
        }
        let mut seen = HashSet::new();
        for column in columns {
            let name = &column.name;
            if name.is_empty()
                || name.len() > 100
                || name.chars().any(is_unseen)
                || column.title.len() > 200
                || !seen.insert(name)
            {
                let reason = format!(
                    "column {name:?}: a name of its own of 1 to 100 characters is expected"
                );
                return Err(OutputError::Invalid(reason));
            }
            if !SHOWN_AS.contains(&column.shown_as.as_str()) {
                let reason = format!(
                    "column {name}: shown-as is {:?}; one of {}",
                    column.shown_as,
                    SHOWN_AS.join(", ")
                );
                return Err(OutputError::Invalid(reason));
            }
        }
        self.columns = Some(columns.len());
        Ok(())
    }

    fn take_rows(&mut self, rows: &[Vec<Value>]) -> Result<(), OutputError> {
        let Some(columns) = self.columns else {
            return Err(OutputError::Invalid(
                "the columns come before any row".into(),
            ));
        };
        for row in rows {
            if row.len() != columns {
                let reason = format!(
                    "a row has {} values; there are {columns} columns",
                    row.len()
                );
                return Err(OutputError::Invalid(reason));
            }
            for value in row {
                if let Value::Decimal(digits) = value
                    && !is_decimal(digits)
                {
                    let reason =
                        format!("{digits:?} is no decimal; plain digits like -12.50 are expected");
                    return Err(OutputError::Invalid(reason));
                }
                let bytes = size(value);
                if bytes > MAX_CELL as u64 {
                    let reason = format!("a cell has {bytes} bytes; at most {MAX_CELL} are taken");
                    return Err(OutputError::Invalid(reason));
                }
                self.bytes += 1 + bytes;
            }
        }
        self.rows += rows.len() as u64;
        match self.rows > MAX_ROWS || self.bytes > MAX_ROW_BYTES {
            true => Err(OutputError::TooLarge),
            false => Ok(()),
        }
    }
}

impl Host for State {
    async fn columns(
        &mut self,
        mut columns: Vec<Column>,
    ) -> wasmtime::Result<Result<(), OutputError>> {
        self.count_host_call()?;
        columns
            .iter_mut()
            .for_each(|column| clean(&mut column.title, false));
        let taken = self
            .output
            .as_mut()
            .map(|output| (output.take_columns(&columns), output.reader.clone()));
        Ok(match taken {
            None => Err(no_report()),
            Some((Err(error), _)) => Err(error),
            Some((Ok(()), reader)) => {
                let requested = self.encode_call(|| &columns);
                self.record_or_play("output.columns", requested, reader.columns(columns))
                    .await?
            }
        })
    }

    async fn rows(&mut self, rows: Vec<Vec<Value>>) -> wasmtime::Result<Result<(), OutputError>> {
        if rows.is_empty() {
            // Rows are bounded by their number; nothing at all is not.
            self.count_host_call()?;
        }
        let taken = self
            .output
            .as_mut()
            .map(|output| (output.take_rows(&rows), output.reader.clone()));
        let written = match taken {
            None => Err(no_report()),
            Some((Err(error), _)) => Err(error),
            Some((Ok(()), _)) if rows.is_empty() => Ok(()),
            Some((Ok(()), reader)) => {
                let requested =
                    self.encode_call(|| json!({ "rows": rows.len(), "sha256": digest(&rows) }));
                self.record_or_play("output.rows", requested, reader.rows(rows))
                    .await?
            }
        };
        if written.is_err() {
            // A guest that keeps writing after `closed` is stopped.
            self.count_host_call()?;
        }
        Ok(written)
    }
}

/// Digest of rows for recordings: a report may answer with a million of them.
fn digest(rows: &[Vec<Value>]) -> String {
    let mut hash = Sha256::new();
    for row in rows {
        hash.update(serde_json::to_vec(row).unwrap_or_default());
    }
    hex::encode(hash.finalize())
}

fn no_report() -> OutputError {
    OutputError::Invalid("rows are written while a report runs".into())
}

fn size(value: &Value) -> u64 {
    match value {
        Value::None | Value::Truth(_) => 1,
        Value::Integer(_) => 8,
        Value::Text(text) | Value::Decimal(text) => text.len() as u64,
    }
}

/// Digits with at most one point between them and a minus before: no exponent, no `NaN`.
fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let only_digits =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.len() <= 40 && only_digits(whole) && only_digits(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoxFuture;

    struct Nowhere;

    impl ReportOutput for Nowhere {
        fn columns(&self, _: Vec<Column>) -> BoxFuture<'_, Result<(), OutputError>> {
            Box::pin(async { Ok(()) })
        }

        fn rows(&self, _: Vec<Vec<Value>>) -> BoxFuture<'_, Result<(), OutputError>> {
            Box::pin(async { Ok(()) })
        }
    }

    fn column(name: &str, shown_as: &str) -> Column {
        Column {
            name: name.into(),
            title: name.into(),
            shown_as: shown_as.into(),
        }
    }

    #[test]
    fn what_is_written_must_fit_the_columns() {
        let mut output = Output::new(Arc::new(Nowhere));
        let invalid = |outcome: Result<(), OutputError>, named: &str| match outcome {
            Err(OutputError::Invalid(reason)) => assert!(reason.contains(named), "{reason}"),
            other => panic!("{named}: {other:?}"),
        };
        invalid(output.take_rows(&[vec![Value::None]]), "before any row");
        invalid(output.take_columns(&[column("a", "picture")]), "shown-as");
        invalid(
            output.take_columns(&[column("a", "text"), column("a", "text")]),
            "of its own",
        );
        assert_eq!(
            output.take_columns(&[column("a", "text"), column("b", "money")]),
            Ok(())
        );
        invalid(output.take_columns(&[column("c", "text")]), "already");
        invalid(output.take_rows(&[vec![Value::None]]), "2 columns");
        for bad in ["NaN", "1e5", "", "1.", ".5", "+1", "1,5", "--1", "inf"] {
            invalid(
                output.take_rows(&[vec![Value::None, Value::Decimal(bad.into())]]),
                "no decimal",
            );
        }
        let long = Value::Text("x".repeat(MAX_CELL + 1));
        invalid(
            output.take_rows(&[vec![long, Value::None]]),
            "a cell has 32769 bytes; at most 32768",
        );
        assert_eq!(
            output.take_rows(&[vec![
                Value::Text("x".into()),
                Value::Decimal("-12.50".into())
            ]]),
            Ok(())
        );
        assert_eq!(output.rows, 1);
    }

    #[test]
    fn a_report_ends_at_its_millionth_row() {
        let mut output = Output::new(Arc::new(Nowhere));
        assert_eq!(output.take_columns(&[column("a", "text")]), Ok(()));
        output.rows = MAX_ROWS - 1;
        assert_eq!(output.take_rows(&[vec![Value::None]]), Ok(()));
        assert_eq!(
            output.take_rows(&[vec![Value::None]]),
            Err(OutputError::TooLarge)
        );
    }
}
