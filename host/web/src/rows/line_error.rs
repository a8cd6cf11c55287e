//! Errors and warnings of the lines of an import.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use data::error::FieldError;

use super::CellNames;

/// An error or warning of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ImportLineError")]
pub struct LineError {
    /// Line number from 1 below the headings; 0: the whole table.
    pub index: usize,
    /// Row number including the headings, as in spreadsheets and messages.
    #[serde(default)]
    pub row: usize,
    /// Column in this document's spelling: `fromZone`.
    pub column: String,
    /// Excel cell such as `C5`; null for CSV or several cells.
    #[serde(default)]
    pub cell: Option<String>,
    pub message: String,
}

impl LineError {
    /// The column is the last part of the member: `rate.rateDetails[0].value` is `value`.
    pub fn new(index: usize, error: &FieldError, places: Option<&CellNames>) -> Self {
        let column = error.member.rsplit('.').next().unwrap_or_default();
        let (column, at) = column.split_once('@').unwrap_or((column, ""));
        let column = column.split('[').next().unwrap_or_default();
        let cell = places
            .filter(|_| index > 0)
            .and_then(|places| match at.parse() {
                Ok(at) => Some(CellNames::cell_at(index, at)),
                Err(_) => places.cell(index, column),
            });
        let row = if index > 0 { index + 1 } else { 0 };
        Self {
            index,
            row,
            column: column.to_owned(),
            cell,
            message: error.message.to_string(),
        }
    }
}
