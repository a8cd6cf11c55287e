//! Output of a running report: its columns and rows are validated before the reader gets them.

use crate::{
    interface::bindings::shared::waybill::host::output::{Column, OutputError, Value},
    limits::{MAX_ROW_BYTES, MAX_ROWS},
    sandbox::host_services::ReportOutput,
    text::is_unseen,
};
use std::{collections::HashSet, sync::Arc};

const MAX_COLUMNS: usize = 200;
/// A cell that programs for tables take.
const MAX_CELL: usize = 32 << 10;
const SHOWN_AS: [&str; 6] = ["text", "number", "money", "date", "time", "boolean"];

pub(crate) struct Output {
    pub(crate) reader: Arc<dyn ReportOutput>,
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

    pub(crate) fn take_columns(&mut self, columns: &[Column]) -> Result<(), OutputError> {
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

    pub(crate) fn take_rows(&mut self, rows: &[Vec<Value>]) -> Result<(), OutputError> {
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
    use futures_util::future::BoxFuture;

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
