//! Tables of what belongs to a customer: CSV files that are exported, changed in a spreadsheet and imported again.

use std::collections::HashMap;

use kernel::{
    Error, FieldError, Raw, Result, Scope, Where,
    http::{self, Response},
    ids::{CustomerId, FileId},
    message,
    rows::{self, Row, RowError},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::belongings::{Belonging, OfCustomer};

/// A record that is a line of a table.
pub(crate) trait Line: Belonging {
    /// A line as it is read; empty cells are left out.
    type Cells: DeserializeOwned + Send;
    /// The columns of an export; an import may have them in any order and leave out all but those it must have.
    const HEADINGS: &'static [&'static str];
    const REQUIRED: &'static [&'static str];
    /// The file's name.
    const FILE: &'static str;
    fn cells(&self) -> Vec<String>;
    /// By what a line finds the record that it changes: as a record has it, and as a line does.
    fn key(&self) -> &str;
    fn key_of(cells: &Self::Cells) -> String;
    /// Lays the filled cells over the record; what was left blank stays. `country` is the tenant's.
    fn fill(&mut self, cells: Self::Cells, country: &str);
    /// Everything that is wrong with it.
    fn wrong(&self) -> Vec<FieldError>;
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportFile {
    /// A customer's user may leave it out.
    pub customer_id: Option<CustomerId>,
    /// A CSV file that was sent with `uploadasset`.
    pub file_id: FileId,
    /// Nothing is stored; the answer says what would be.
    #[serde(default)]
    pub dry_run: bool,
}

/// What an import came to. Lines that could not be taken are left out; the others are stored.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportedTable {
    /// Lines of the file.
    total: usize,
    inserted: usize,
    updated: usize,
    validation_errors: Vec<RowError>,
}

/// All records of the customer as a CSV file.
pub(crate) async fn export<L: Line>(mut scope: Scope, raw: Raw) -> Result<Response> {
    let of: OfCustomer = raw.query()?;
    let customer = crate::meant(&mut scope, of.customer_id).await?;
    let all: Vec<L> = scope.all(Where::all().eq(L::OWNER, customer)).await?;
    let table = rows::write(L::HEADINGS, all.iter().map(Line::cells))?;
    Ok(http::download(table.into(), "text/csv; charset=utf-8", L::FILE))
}

/// Takes the good lines of a file: a line with the code or name of a record changes it, others are new. Lines that are
/// as their record is already count as neither.
pub(crate) async fn import<L: Line>(mut scope: Scope, sent: ImportFile) -> Result<ImportedTable> {
    let customer = crate::meant(&mut scope, sent.customer_id).await?;
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let country = settings.general.country_code.as_str();
    let content = files::read_file(&mut scope, sent.file_id).await?;
    let table = rows::read::<L::Cells>(&content, L::REQUIRED).map_err(of_file)?;
    let stored: Vec<L> = scope.all(Where::all().eq(L::OWNER, customer)).await?;
    let mut stored: HashMap<String, L> = stored.into_iter().map(|one| (one.key().to_owned(), one)).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut done = ImportedTable { total: table.total(), validation_errors: table.errors, ..ImportedTable::default() };
    let mut new = Vec::new();
    for Row { index, item } in table.rows {
        let key = L::key_of(&item);
        let found = stored.remove(&key);
        let before = found.as_ref().map(Line::cells);
        let mut record = found.unwrap_or_default();
        *record.owner() = customer;
        record.fill(item, country);
        let mut wrong = record.wrong();
        if let Some(first) = seen.insert(key, index) {
            wrong.push(FieldError::new(L::REQUIRED[0], message!("is in line {first} already", first = first)));
        }
        if !wrong.is_empty() {
            done.validation_errors.push(RowError { index, error_info: told(&wrong) });
        } else if before.is_none() {
            done.inserted += 1;
            new.push(record);
        } else if before.is_some_and(|before| before != record.cells()) {
            done.updated += 1;
            if !sent.dry_run {
                scope.update(&mut record).await?;
            }
        }
    }
    done.validation_errors.sort_by_key(|error| error.index);
    if sent.dry_run {
        scope.rollback();
    } else {
        scope.insert_all(&mut new).await?;
        scope.commit().await?;
    }
    Ok(done)
}

/// What is wrong with a line, by its columns.
fn told(wrong: &[FieldError]) -> String {
    let column = |error: &FieldError| error.member.rsplit('.').next().unwrap_or_default().to_owned();
    let all: Vec<String> = wrong.iter().map(|error| format!("{} {}", column(error), error.message)).collect();
    all.join("; ")
}

/// The file is a member of this call.
fn of_file(error: Error) -> Error {
    match error {
        Error::Invalid(errors) => Error::Invalid(
            errors.into_iter().map(|error| FieldError { member: "fileId".to_owned(), ..error }).collect(),
        ),
        other => other,
    }
}
