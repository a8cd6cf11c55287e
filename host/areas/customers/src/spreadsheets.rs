//! CSV and workbook export and import of a customer's records.

use std::collections::HashMap;

use data::{
    Error, FieldError, Result, Scope, Where,
    ids::{CustomerId, FileId, JobId},
    message,
    turns::Permit,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use web::{
    Raw,
    http::Response,
    rows::{self, Cell, CellNames, Export, Format, Row, RowError},
};
use work::job::{JobKind, NewJob, Priority, ScopeJobs};

use crate::customer_records::{CustomerFilter, CustomerRecord, check_room};

pub(crate) trait TableRecord: CustomerRecord {
    /// A parsed row; empty cells are omitted.
    type Cells: DeserializeOwned + Send;
    /// Export columns; imports may have any order and omit all but the required ones.
    const HEADINGS: &'static [&'static str];
    const REQUIRED: &'static [&'static str];
    const FILE: &'static str;
    const JOB: &'static str;
    fn cells(&self) -> Vec<Cell<'static>>;
    /// Key that matches rows to records; `key_of` returns a row's.
    fn key(&self) -> &str;
    fn key_of(cells: &Self::Cells) -> String;
    /// Applies the filled cells to the record; blank ones stay unchanged. `country` is the
    /// tenant's.
    fn fill(&mut self, cells: Self::Cells, country: &str);
    fn check_record(&self) -> Vec<FieldError>;
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportFile {
    /// A customer's user may omit it.
    pub customer_id: Option<CustomerId>,
    /// A CSV file or .xlsx workbook uploaded with `uploadasset`.
    pub file_id: FileId,
    /// Stores nothing; the response has the expected result.
    #[serde(default)]
    pub dry_run: bool,
    /// Imports in a job, whose id the response has; `getjob` returns progress and result.
    #[serde(default)]
    pub in_background: bool,
}

/// Result of an import. Invalid rows are skipped; the others are stored.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ImportedTable {
    /// Rows of the file.
    pub(crate) total: usize,
    pub(crate) inserted: usize,
    pub(crate) updated: usize,
    /// Rows rejected.
    pub(crate) refused: usize,
    /// Errors by row; for a job at most the first 500.
    pub(crate) validation_errors: Vec<RowError>,
    /// The background job; null if already done.
    pub(crate) job_id: Option<JobId>,
}

impl ImportedTable {
    pub(crate) fn refuse(&mut self, error: RowError) {
        self.refused += 1;
        self.validation_errors.push(error);
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct ExportQuery {
    /// Default: `csv`.
    #[serde(default)]
    format: Format,
}

pub(crate) async fn export<L: TableRecord>(mut scope: Scope, raw: Raw) -> Result<Response> {
    let filter: CustomerFilter = raw.query()?;
    let customer = crate::resolve_customer(&mut scope, filter.customer_id).await?;
    let _turn = Permit::take(&scope, rows::EXPORTS).await?;
    let all: Vec<L> = scope.all(Where::all().eq(L::OWNER, customer)).await?;
    let mut table = Export::begin(&scope, raw.query::<ExportQuery>()?.format, L::HEADINGS)?;
    all.iter()
        .try_for_each(|record| table.row(record.cells()))?;
    scope.rollback();
    Ok(table.finish().await?.into_response(L::FILE))
}

/// Imports valid rows: an existing code or name changes its record. Unchanged rows don't count.
pub(crate) async fn import<L: TableRecord>(
    mut scope: Scope,
    sent: ImportFile,
) -> Result<ImportedTable> {
    let customer = crate::resolve_customer(&mut scope, sent.customer_id).await?;
    let content = files::read_file(&mut scope, sent.file_id).await?;
    let content = rows::Content::reserve(&scope, content)
        .await
        .map_err(file_error)?;
    let table = rows::read::<L::Cells>(content, L::REQUIRED).map_err(file_error)?;
    let mut done = ImportedTable {
        total: table.total(),
        ..ImportedTable::default()
    };
    if sent.in_background && !sent.dry_run {
        let work = Work {
            customer,
            file: sent.file_id,
        };
        done.job_id = Some(
            scope
                .enqueue_watched(NewJob::new(L::JOB, serde_json::to_value(work)?))
                .await?,
        );
        scope.commit().await?;
        return Ok(done);
    }
    let mut importing = Importing::<L>::begin(&mut scope, customer, table.cell_names).await?;
    let (mut new, mut changed) = (Vec::new(), Vec::new());
    table
        .errors
        .into_iter()
        .for_each(|error| done.refuse(error));
    for row in table.rows {
        match importing.import_row(row, &mut done) {
            Some(ImportedRecord::New(record)) => new.push(record),
            Some(ImportedRecord::Changed(record)) => changed.push(record),
            None => {}
        }
    }
    done.validation_errors.sort_by_key(|error| error.index);
    if sent.dry_run {
        scope.rollback();
    } else {
        store(&mut scope, &mut new, &mut changed).await?;
        scope.commit().await?;
    }
    Ok(done)
}

#[derive(Serialize, Deserialize)]
struct Work {
    customer: CustomerId,
    file: FileId,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ImportProgress {
    up_to: usize,
    #[serde(flatten)]
    done: ImportedTable,
}

/// Rows per transaction, to keep other writers' waits short.
const ROWS_PER_TRANSACTION: usize = 1_000;
/// Maximum errors stored by a job.
const MAX_STORED_ERRORS: usize = 500;
const ATTEMPTS: i64 = 3;

pub(crate) fn job<L: TableRecord>() -> JobKind {
    JobKind::new(L::JOB, |scope, work| Box::pin(run_job::<L>(scope, work)))
        .attempts(ATTEMPTS)
        .priority(Priority::High)
}

/// A repeated run continues after the last commit.
async fn run_job<L: TableRecord>(mut scope: Scope, work: Value) -> Result<()> {
    let Work { customer, file } = serde_json::from_value(work)?;
    let content = files::read_file(&mut scope, file).await?;
    scope.rollback();
    let content = rows::Content::reserve(&scope, content)
        .await
        .map_err(file_error)?;
    let table = rows::read::<L::Cells>(content, L::REQUIRED).map_err(file_error)?;
    let total = table.total();
    let mut importing = Importing::<L>::begin(&mut scope, customer, table.cell_names).await?;
    scope.rollback();
    let ImportProgress { up_to, mut done } = scope.saved_result()?.unwrap_or_default();
    if up_to == 0 {
        done = ImportedTable {
            total,
            ..ImportedTable::default()
        };
        table
            .errors
            .into_iter()
            .for_each(|error| done.refuse(error));
    }
    let mut rows = table.rows.into_iter().peekable();
    let mut ignored = ImportedTable::default();
    while let Some(row) = rows.next_if(|row| row.index <= up_to) {
        importing.import_row(row, &mut ignored);
    }
    while let Some(first) = rows.peek() {
        scope.step(first.index - 1, Some(total), "")?;
        let (mut new, mut changed) = (Vec::new(), Vec::new());
        let mut up_to = 0;
        for row in rows.by_ref().take(ROWS_PER_TRANSACTION) {
            up_to = row.index;
            match importing.import_row(row, &mut done) {
                Some(ImportedRecord::New(record)) => new.push(record),
                Some(ImportedRecord::Changed(record)) => changed.push(record),
                None => {}
            }
        }
        done.validation_errors.sort_by_key(|error| error.index);
        done.validation_errors.truncate(MAX_STORED_ERRORS);
        store(&mut scope, &mut new, &mut changed).await?;
        scope
            .save_result(&ImportProgress {
                up_to,
                done: done.clone(),
            })
            .await?;
        scope.commit().await?;
    }
    // A file without valid rows needs a result as well.
    scope
        .save_result(&ImportProgress { up_to: total, done })
        .await?;
    scope.commit().await?;
    scope.step(total, Some(total), "")
}

async fn store<L: TableRecord>(scope: &mut Scope, new: &mut [L], changed: &mut [L]) -> Result<()> {
    for record in changed {
        scope.update(record).await?;
    }
    scope.insert_all(new).await
}

struct Importing<L> {
    customer: CustomerId,
    country: String,
    /// Records not matched by a row yet.
    stored: HashMap<String, L>,
    /// Number of records including new ones.
    count: usize,
    /// First row of each key.
    first_rows: HashMap<String, usize>,
    /// Cell names of a workbook.
    places: Option<CellNames>,
}

enum ImportedRecord<L> {
    New(L),
    Changed(L),
}

impl<L: TableRecord> Importing<L> {
    async fn begin(
        scope: &mut Scope,
        customer: CustomerId,
        places: Option<CellNames>,
    ) -> Result<Self> {
        let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
        let stored: Vec<L> = scope.all(Where::all().eq(L::OWNER, customer)).await?;
        let count = stored.len();
        let stored = stored
            .into_iter()
            .map(|one| (one.key().to_owned(), one))
            .collect();
        let country = settings.general.country_code.clone();
        Ok(Self {
            customer,
            country,
            stored,
            count,
            first_rows: HashMap::new(),
            places,
        })
    }

    /// None if the row is invalid or unchanged.
    fn import_row(
        &mut self,
        Row { index, item }: Row<L::Cells>,
        done: &mut ImportedTable,
    ) -> Option<ImportedRecord<L>> {
        let key = L::key_of(&item);
        let stored_record = self.stored.remove(&key);
        let before = stored_record.as_ref().map(TableRecord::cells);
        let mut record = stored_record.unwrap_or_default();
        *record.owner() = self.customer;
        record.fill(item, &self.country);
        let mut errors = record.check_record();
        if let Some(first) = self.first_rows.insert(key, index) {
            errors.push(FieldError::new(
                L::REQUIRED[0],
                message!("is already in row {row}", row = first + 1),
            ));
        }
        if !errors.is_empty() {
            done.refuse(RowError::new(
                index,
                format_errors(&errors, index, self.places.as_ref()),
            ));
            return None;
        }
        match before {
            None => {
                if let Err(error) = check_room(self.count) {
                    done.refuse(RowError::new(index, error.sentence()));
                    return None;
                }
                self.count += 1;
                done.inserted += 1;
                Some(ImportedRecord::New(record))
            }
            Some(before) if before != record.cells() => {
                done.updated += 1;
                Some(ImportedRecord::Changed(record))
            }
            Some(_) => None,
        }
    }
}

pub(crate) fn format_errors(
    errors: &[FieldError],
    index: usize,
    places: Option<&CellNames>,
) -> String {
    let all = errors.iter().map(|error| {
        let column = error.member.rsplit('.').next().unwrap_or_default();
        let sentence = format!("{column} {}", error.message);
        places.map_or(sentence.clone(), |places| {
            places.with_cell_name(index, &sentence)
        })
    });
    all.collect::<Vec<_>>().join("; ")
}

pub(crate) fn file_error(error: Error) -> Error {
    match error {
        Error::Invalid(errors) => Error::Invalid(
            errors
                .into_iter()
                .map(|error| FieldError {
                    member: "fileId".to_owned(),
                    ..error
                })
                .collect(),
        ),
        other => other,
    }
}
