//! Import of customers from a table, one row each.

use std::collections::HashMap;

use data::{Change, Error, FieldError, Message, Result, Scope, Where, ids::FileId, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use web::rows::{self, CellNames, Row, RowError};

use crate::{
    access::CUSTOMER_EDIT,
    model::Customer,
    routes,
    spreadsheets::{ImportedTable, file_error, format_errors},
};

/// Each row is a whole save.
const MAX_ROWS: usize = 1_000;
const REQUIRED: [&str; 1] = ["companyName"];

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportCustomers {
    /// A CSV file or .xlsx workbook uploaded with `uploadasset`, of at most 1,000 rows. Columns:
    /// `companyName` and any of `code`, `type`, `contactName`, `email`, `contact`, `mobile`,
    /// `abn`, `addressLine1`, `addressLine2`, `suburb`, `postCode`, `state`, `countryCode`,
    /// `creditLimit`, `isActive`. A known code changes that customer.
    file_id: FileId,
    /// Stores nothing; the response has the expected result.
    #[serde(default)]
    dry_run: bool,
}

/// A row; empty cells are omitted, and leave a known customer as it is.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct CustomerCells {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    company_name: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mobile: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    credit_limit: Option<rust_decimal::Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_active: Option<bool>,
    #[serde(skip_serializing)]
    address_line1: Option<String>,
    #[serde(skip_serializing)]
    address_line2: Option<String>,
    #[serde(skip_serializing)]
    suburb: Option<String>,
    #[serde(skip_serializing)]
    post_code: Option<String>,
    #[serde(skip_serializing)]
    state: Option<String>,
    #[serde(skip_serializing)]
    country_code: Option<String>,
}

impl CustomerCells {
    /// Returns the body of a save; a partial address completes the stored one.
    fn into_save(self, stored: Option<&Customer>) -> Result<Value> {
        let mut save = match serde_json::to_value(&self)? {
            Value::Object(save) => save,
            _ => Map::new(),
        };
        let parts: Map<String, Value> = [
            ("addressLine1", self.address_line1),
            ("addressLine2", self.address_line2),
            ("suburb", self.suburb),
            ("postCode", self.post_code),
            ("state", self.state),
            ("countryCode", self.country_code),
        ]
        .into_iter()
        .filter_map(|(name, part)| Some((name.to_owned(), Value::String(part?))))
        .collect();
        if !parts.is_empty() {
            let known = stored.and_then(|customer| customer.address.clone());
            let mut address = match known.map(serde_json::to_value).transpose()? {
                Some(Value::Object(address)) => address,
                _ => Map::new(),
            };
            address.extend(parts);
            save.insert("address".to_owned(), Value::Object(address));
        }
        if let Some(stored) = stored {
            save.insert("id".to_owned(), serde_json::to_value(stored.id)?);
        }
        Ok(Value::Object(save))
    }
}

/// Imports valid rows; the others are reported.
pub(crate) async fn import(mut scope: Scope, sent: ImportCustomers) -> Result<ImportedTable> {
    let content = files::read_file(&mut scope, sent.file_id).await?;
    let content = rows::Content::reserve(&scope, content)
        .await
        .map_err(file_error)?;
    let table = rows::read::<CustomerCells>(content, &REQUIRED).map_err(file_error)?;
    if table.total() > MAX_ROWS {
        let message = message!("has more than {max} rows; split it", max = MAX_ROWS);
        return Err(Error::invalid("fileId", message));
    }
    let mut done = ImportedTable {
        total: table.total(),
        ..ImportedTable::default()
    };
    let places = table.cell_names;
    table
        .errors
        .into_iter()
        .for_each(|error| done.refuse(error));
    let mut first_rows = HashMap::new();
    for Row { index, item } in table.rows {
        match import_row(&mut scope, item, index, &mut first_rows).await {
            Ok(true) => done.inserted += 1,
            Ok(false) => done.updated += 1,
            Err(error) => done.refuse(rejection(error, index, places.as_ref())?),
        }
    }
    done.validation_errors.sort_by_key(|error| error.index);
    if sent.dry_run {
        scope.rollback();
    } else {
        scope.commit().await?;
    }
    Ok(done)
}

/// Returns true for a new customer.
async fn import_row(
    scope: &mut Scope,
    cells: CustomerCells,
    index: usize,
    first_rows: &mut HashMap<String, usize>,
) -> Result<bool> {
    if cells.company_name.is_none() {
        return Err(Error::invalid(
            "customer.companyName",
            message!("is required"),
        ));
    }
    let stored: Option<Customer> = match cells.code.as_deref() {
        None => None,
        Some(code) => {
            if let Some(first) = first_rows.insert(code.to_owned(), index) {
                return Err(Error::invalid(
                    "customer.code",
                    message!("is already in row {row}", row = first + 1),
                ));
            }
            scope.first(Where::all().eq(Customer::CODE, code)).await?
        }
    };
    if stored.is_some() {
        scope.require(CUSTOMER_EDIT)?;
    }
    let save = cells.into_save(stored.as_ref())?;
    let change: Change<Customer> = serde_json::from_value(save).map_err(|error| {
        Error::Invalid(vec![FieldError::new(
            "customer",
            Message::verbatim(error.to_string()),
        )])
    })?;
    routes::store(scope, change).await?;
    Ok(stored.is_none())
}

/// Turns a rejection into the row's error; a failure of the program stays one.
fn rejection(error: Error, index: usize, places: Option<&CellNames>) -> Result<RowError> {
    match error {
        Error::Invalid(errors) => Ok(RowError::new(index, format_errors(&errors, index, places))),
        Error::Refused { .. } | Error::Forbidden(_) => Ok(RowError::new(index, error.sentence())),
        other => Err(other),
    }
}
