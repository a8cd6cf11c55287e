//! `output`: columns and rows of a running report, passed to its reader.

use crate::{
    interface::bindings::shared::waybill::host::output::{Column, Host, OutputError, Value},
    sandbox::state::State,
    text::clean,
};
use serde_json::json;
use sha2::{Digest, Sha256};

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
