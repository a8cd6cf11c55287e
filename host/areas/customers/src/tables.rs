//! Tables of what belongs to a customer: CSV files and workbooks that are exported, changed in a spreadsheet and imported again.

use std::collections::HashMap;

use kernel::{
    Error, FieldError, Raw, Result, Scope, Where,
    http::Response,
    ids::{CustomerId, FileId, JobId},
    job::{JobKind, NewJob, Priority},
    message,
    rows::{self, Cell, Export, Format, Places, Row, RowError},
    turns::Turn,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::belongings::{Belonging, OfCustomer, check_room};

/// A record that is a line of a table.
pub(crate) trait Line: Belonging {
    /// A line as it is read; empty cells are left out.
    type Cells: DeserializeOwned + Send;
    /// The columns of an export; an import may have them in any order and leave out all but those it must have.
    const HEADINGS: &'static [&'static str];
    const REQUIRED: &'static [&'static str];
    /// The file's name, without its ending.
    const FILE: &'static str;
    /// The kind of job that imports a file in the background.
    const JOB: &'static str;
    fn cells(&self) -> Vec<Cell<'static>>;
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
    /// A CSV file or an .xlsx workbook that was sent with `uploadasset`.
    pub file_id: FileId,
    /// Nothing is stored; the answer says what would be.
    #[serde(default)]
    pub dry_run: bool,
    /// The answer names the job that imports the file; `getjob` tells how far it is and what has come of it.
    #[serde(default)]
    pub in_background: bool,
}

/// What an import came to. Lines that could not be taken are left out; the others are stored.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ImportedTable {
    /// Lines of the file.
    total: usize,
    inserted: usize,
    updated: usize,
    /// Lines that could not be taken.
    refused: usize,
    /// Why, line by line; of a job at most the first 500.
    validation_errors: Vec<RowError>,
    /// The job that imports the file in the background; null when it is done.
    job_id: Option<JobId>,
}

impl ImportedTable {
    fn refuse(&mut self, error: RowError) {
        self.refused += 1;
        self.validation_errors.push(error);
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct AsTable {
    /// `csv` when it is left out.
    #[serde(default)]
    format: Format,
}

/// All records of the customer as a table.
pub(crate) async fn export<L: Line>(mut scope: Scope, raw: Raw) -> Result<Response> {
    let of: OfCustomer = raw.query()?;
    let customer = crate::meant(&mut scope, of.customer_id).await?;
    let _turn = Turn::take(&scope, rows::EXPORTS).await?;
    let all: Vec<L> = scope.all(Where::all().eq(L::OWNER, customer)).await?;
    let mut table = Export::begin(&scope, raw.query::<AsTable>()?.format, L::HEADINGS)?;
    all.iter()
        .try_for_each(|record| table.row(record.cells()))?;
    scope.rollback();
    Ok(table.finish().await?.answer(L::FILE))
}

/// Takes the good lines of a file: a line with the code or name of a record changes it, others are new. Lines that are
/// as their record is already count as neither.
pub(crate) async fn import<L: Line>(mut scope: Scope, sent: ImportFile) -> Result<ImportedTable> {
    let customer = crate::meant(&mut scope, sent.customer_id).await?;
    let content = files::read_file(&mut scope, sent.file_id).await?;
    let content = rows::Content::reserve(&scope, content)
        .await
        .map_err(of_file)?;
    let table = rows::read::<L::Cells>(content, L::REQUIRED).map_err(of_file)?;
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
    let mut importing = Importing::<L>::begin(&mut scope, customer, table.places).await?;
    let (mut new, mut changed) = (Vec::new(), Vec::new());
    table
        .errors
        .into_iter()
        .for_each(|error| done.refuse(error));
    for row in table.rows {
        match importing.take(row, &mut done) {
            Some(Taken::New(record)) => new.push(record),
            Some(Taken::Changed(record)) => changed.push(record),
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

/// What a job imports.
#[derive(Serialize, Deserialize)]
struct Work {
    customer: CustomerId,
    file: FileId,
}

/// What has come of a job so far.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    /// The last line that was dealt with.
    up_to: usize,
    #[serde(flatten)]
    done: ImportedTable,
}

/// Lines that one transaction stores: others who write wait no longer than that takes.
const LINES_AT_ONCE: usize = 1_000;
/// What a job keeps of the lines that it could not take.
const ERRORS_KEPT: usize = 500;
const ATTEMPTS: i64 = 3;

/// The job that imports in the background.
pub(crate) fn job<L: Line>() -> JobKind {
    JobKind::new(L::JOB, |scope, work| Box::pin(work_on::<L>(scope, work)))
        .attempts(ATTEMPTS)
        .priority(Priority::High)
}

/// Imports part by part. A repeated run goes on after what was committed.
async fn work_on<L: Line>(mut scope: Scope, work: Value) -> Result<()> {
    let Work { customer, file } = serde_json::from_value(work)?;
    let content = files::read_file(&mut scope, file).await?;
    scope.rollback();
    let content = rows::Content::reserve(&scope, content)
        .await
        .map_err(of_file)?;
    let table = rows::read::<L::Cells>(content, L::REQUIRED).map_err(of_file)?;
    let total = table.total();
    let mut importing = Importing::<L>::begin(&mut scope, customer, table.places).await?;
    scope.rollback();
    let Kept { up_to, mut done } = scope.kept()?.unwrap_or_default();
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
        importing.take(row, &mut ignored);
    }
    while let Some(first) = rows.peek() {
        scope.step(first.index - 1, Some(total), "")?;
        let (mut new, mut changed) = (Vec::new(), Vec::new());
        let mut up_to = 0;
        for row in rows.by_ref().take(LINES_AT_ONCE) {
            up_to = row.index;
            match importing.take(row, &mut done) {
                Some(Taken::New(record)) => new.push(record),
                Some(Taken::Changed(record)) => changed.push(record),
                None => {}
            }
        }
        done.validation_errors.sort_by_key(|error| error.index);
        done.validation_errors.truncate(ERRORS_KEPT);
        store(&mut scope, &mut new, &mut changed).await?;
        scope
            .keep(&Kept {
                up_to,
                done: done.clone(),
            })
            .await?;
        scope.commit().await?;
    }
    // A file without a good line has a result as well.
    scope.keep(&Kept { up_to: total, done }).await?;
    scope.commit().await?;
    scope.step(total, Some(total), "")
}

async fn store<L: Line>(scope: &mut Scope, new: &mut [L], changed: &mut [L]) -> Result<()> {
    for record in changed {
        scope.update(record).await?;
    }
    scope.insert_all(new).await
}

/// The records of a customer while lines are laid over them.
struct Importing<L> {
    customer: CustomerId,
    country: String,
    /// Those that no line has named yet.
    stored: HashMap<String, L>,
    /// Records that the customer has, with the new ones so far.
    count: usize,
    /// The line that each key was in first.
    seen: HashMap<String, usize>,
    /// How the cells are named, where it is a workbook.
    places: Option<Places>,
}

enum Taken<L> {
    New(L),
    Changed(L),
}

impl<L: Line> Importing<L> {
    async fn begin(
        scope: &mut Scope,
        customer: CustomerId,
        places: Option<Places>,
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
            seen: HashMap::new(),
            places,
        })
    }

    /// The record that comes of a line; none when it cannot be taken, which `done` tells, or changes nothing.
    fn take(
        &mut self,
        Row { index, item }: Row<L::Cells>,
        done: &mut ImportedTable,
    ) -> Option<Taken<L>> {
        let key = L::key_of(&item);
        let found = self.stored.remove(&key);
        let before = found.as_ref().map(Line::cells);
        let mut record = found.unwrap_or_default();
        *record.owner() = self.customer;
        record.fill(item, &self.country);
        let mut wrong = record.wrong();
        if let Some(first) = self.seen.insert(key, index) {
            wrong.push(FieldError::new(
                L::REQUIRED[0],
                message!("is in row {row} already", row = first + 1),
            ));
        }
        if !wrong.is_empty() {
            done.refuse(RowError::new(
                index,
                told(&wrong, index, self.places.as_ref()),
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
                Some(Taken::New(record))
            }
            Some(before) if before != record.cells() => {
                done.updated += 1;
                Some(Taken::Changed(record))
            }
            Some(_) => None,
        }
    }
}

/// What is wrong with a line, by its columns.
fn told(wrong: &[FieldError], index: usize, places: Option<&Places>) -> String {
    let all = wrong.iter().map(|error| {
        let column = error.member.rsplit('.').next().unwrap_or_default();
        let sentence = format!("{column} {}", error.message);
        places.map_or(sentence.clone(), |places| places.told(index, &sentence))
    });
    all.collect::<Vec<_>>().join("; ")
}

/// The file is a member of this call.
fn of_file(error: Error) -> Error {
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
