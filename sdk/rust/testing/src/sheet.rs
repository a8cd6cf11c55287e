//! A report's output in memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{BoxFuture, ReportOutput, wit};

/// Output of a report.
#[derive(Default)]
pub struct Sheet {
    columns: Mutex<Vec<wit::ReportColumn>>,
    rows: Mutex<Vec<Vec<wit::DataValue>>>,
    closes_after: Option<usize>,
}

impl Sheet {
    /// A reader that closes after this many rows.
    pub fn closing_after(rows: usize) -> Self {
        Self {
            closes_after: Some(rows),
            ..Self::default()
        }
    }

    /// The columns' names.
    pub fn columns(&self) -> Vec<String> {
        lock(&self.columns)
            .iter()
            .map(|column| column.name.clone())
            .collect()
    }

    pub fn rows(&self) -> Vec<Vec<wit::DataValue>> {
        lock(&self.rows).clone()
    }

    /// Rows as text.
    pub fn texts(&self) -> Vec<Vec<String>> {
        let text = |value: &wit::DataValue| match value {
            wit::DataValue::None => String::new(),
            wit::DataValue::Text(text) | wit::DataValue::Decimal(text) => text.clone(),
            wit::DataValue::Integer(number) => number.to_string(),
            wit::DataValue::Truth(truth) => truth.to_string(),
        };
        lock(&self.rows)
            .iter()
            .map(|row| row.iter().map(text).collect())
            .collect()
    }
}

impl ReportOutput for Sheet {
    fn columns(
        &self,
        columns: Vec<wit::ReportColumn>,
    ) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        *lock(&self.columns) = columns;
        Box::pin(async { Ok(()) })
    }

    fn rows(&self, rows: Vec<Vec<wit::DataValue>>) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        let mut all = lock(&self.rows);
        let open = self
            .closes_after
            .is_none_or(|most| all.len() + rows.len() <= most);
        if open {
            all.extend(rows);
        }
        Box::pin(async move {
            if open {
                Ok(())
            } else {
                Err(wit::OutputError::Closed)
            }
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A failed test leaves plain data behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
