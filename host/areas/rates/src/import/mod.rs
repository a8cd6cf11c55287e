//! Imports of rates and zones: a table becomes a job that checks every line and stores all of them or none.

mod book;
mod cells;
mod history;
mod lanes;
mod lines;
mod rates;
mod zones;

use files::Received;
use kernel::{
    Error, FieldError, Refusal, Result, Routes, Scope,
    http::{self, Response},
    ids::{FileId, JobId, RateCardId},
    job::{
        JobKind, JobState, NewJob, Priority,
        manage::{self, Watched},
    },
    message,
    rows::Places,
    upload::Upload,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    access::{FEATURE, RATES, RATES_IMPORT},
    card::RateCard,
};

use history::RateTable;
pub(crate) use lines::{HEADINGS as RATE_HEADINGS, cells_of as lines_of};
pub(crate) use zones::HEADINGS as ZONE_HEADINGS;

const RATES_JOB: &str = "rates.import-rates";
const ZONES_JOB: &str = "rates.import-zones";
const ATTEMPTS: i64 = 3;
/// The largest table: about two million lines.
const MAX_BYTES: usize = 200 << 20;
/// Lines that are told to be wrong; there may be more of them.
const MAX_ERRORS: usize = 500;

const NO_IMPORT: Refusal = Refusal::new(2401, "There is no import of rates to undo.");

pub(crate) fn table_of_rates() -> Routes {
    Routes::at("/api/rates/rate")
        .feature(FEATURE)
        .upload("import-rate", RATES_IMPORT, MAX_BYTES, import_rates)
        .get("import-status", RATES, status)
        .post("undo-import", RATES_IMPORT, undo)
        .list("imports", RATES, history::list)
}

pub(crate) fn table_of_zones() -> Routes {
    Routes::at("/api/rates/zone")
        .feature(FEATURE)
        .upload("import-zone", RATES_IMPORT, MAX_BYTES, import_zones)
        .get("import-status", RATES, status)
}

pub(crate) fn rates_job() -> JobKind {
    limited(JobKind::new(RATES_JOB, |scope, work| {
        Box::pin(rates::run(scope, work))
    }))
}

pub(crate) fn zones_job() -> JobKind {
    limited(JobKind::new(ZONES_JOB, |scope, work| {
        Box::pin(zones::run(scope, work))
    }))
}

fn limited(kind: JobKind) -> JobKind {
    kind.attempts(ATTEMPTS).at_once(1).priority(Priority::High)
}

/// What a job imports.
#[derive(Serialize, Deserialize)]
struct Work {
    card: RateCardId,
    file: FileId,
    #[serde(default)]
    file_name: String,
    dry_run: bool,
}

impl Work {
    fn read(work: Value) -> Result<Self> {
        Ok(serde_json::from_value(work)?)
    }
}

/// An import that has begun.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BegunImport {
    /// Names it in `import-status`.
    import_token: String,
}

/// What is wrong with a line, or worth a second look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ImportLineError")]
pub(crate) struct LineError {
    /// Counted from the line under the headings, which is 1; 0: the whole table.
    pub index: usize,
    /// The same line counted from the headings, as spreadsheets count rows and as messages name other lines.
    #[serde(default)]
    pub row: usize,
    /// As this document spells it: `fromZone`.
    pub column: String,
    /// As Excel names it: `C5`. Null for CSV, and where it is no single cell.
    #[serde(default)]
    pub cell: Option<String>,
    pub message: String,
}

impl LineError {
    /// Under the column that the error's member ends with: `rate.rateDetails[0].value` is `value`.
    fn new(index: usize, error: &FieldError, places: Option<&Places>) -> Self {
        let column = error.member.rsplit('.').next().unwrap_or_default();
        let (column, at) = column.split_once('@').unwrap_or((column, ""));
        let column = column.split('[').next().unwrap_or_default();
        let cell = places
            .filter(|_| index > 0)
            .and_then(|places| match at.parse() {
                Ok(at) => Some(Places::cell_at(index, at)),
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

/// The member of an error in one of several columns of a name: it stands there.
fn in_column(name: &str, at: usize) -> String {
    format!("{name}@{at}")
}

/// What has come of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// Lines of the table.
    pub total: usize,
    pub inserted: usize,
    pub updated: usize,
    pub unchanged: usize,
    /// Errors, told or not.
    pub refused: usize,
    pub validation_errors: Vec<LineError>,
    pub warnings: Vec<LineError>,
    /// Of a workbook that is being read.
    #[serde(skip)]
    pub places: Option<Places>,
}

impl Imported {
    fn refuse(&mut self, index: usize, error: &FieldError) {
        self.refused += 1;
        if self.validation_errors.len() < MAX_ERRORS {
            self.validation_errors
                .push(LineError::new(index, error, self.places.as_ref()));
        }
    }

    fn warn(&mut self, index: usize, warning: &FieldError) {
        if self.warnings.len() < MAX_ERRORS / 5 {
            self.warnings
                .push(LineError::new(index, warning, self.places.as_ref()));
        }
    }

    /// What is told when lines are wrong: nothing is stored then.
    fn refused(self) -> Self {
        Self {
            inserted: 0,
            updated: 0,
            unchanged: 0,
            ..self
        }
    }
}

/// How far an import is, and what has come of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportStatus {
    is_completed: bool,
    /// Lines that have been read.
    done: i64,
    total: i64,
    /// Rates or places; of a dry run, and while it goes on, what would be.
    inserted: usize,
    updated: usize,
    unchanged: usize,
    /// A table with errors stores nothing. At most 500 are told; `refused` counts them all.
    refused: usize,
    validation_errors: Vec<LineError>,
    /// Prices that fall where more is sent.
    warnings: Vec<LineError>,
    /// Why it ended with nothing stored, where that is no line's fault.
    failure: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfImport {
    #[serde(deserialize_with = "kernel::case::text")]
    import_token: String,
}

impl OfImport {
    async fn job(&self, scope: &mut Scope) -> Result<(JobId, Watched)> {
        let id = self
            .import_token
            .parse()
            .map(JobId)
            .map_err(|_| Error::NotFound("The import"))?;
        let job = manage::watched(scope, id)
            .await
            .map_err(|error| match error {
                Error::NotFound(_) => Error::NotFound("The import"),
                other => other,
            })?;
        if [RATES_JOB, ZONES_JOB].contains(&job.kind.as_str()) {
            Ok((id, job))
        } else {
            Err(Error::NotFound("The import"))
        }
    }
}

async fn import_rates(scope: Scope, upload: Upload) -> Result<Response> {
    begin(scope, upload, RATES_JOB).await
}

async fn import_zones(scope: Scope, upload: Upload) -> Result<Response> {
    begin(scope, upload, ZONES_JOB).await
}

async fn begin(mut scope: Scope, upload: Upload, kind: &'static str) -> Result<Response> {
    let (mut file, mut said) = (None, Said::default());
    let form = form(&scope, upload, &mut file, &mut said).await;
    let Some(file) = file else {
        return Err(form
            .err()
            .unwrap_or_else(|| Error::invalid("csvFile", message!("is required"))));
    };
    let card = match (form, said.card) {
        (Err(error), _) => Err(error),
        (Ok(()), None) => Err(Error::invalid("rateCardId", message!("is required"))),
        (Ok(()), Some(card)) => scope.find::<RateCard>(card).await.map(|card| card.id),
    };
    let card = match card {
        Ok(card) => card,
        Err(error) => {
            file.discard(&scope).await;
            return Err(error);
        }
    };
    let file_name = file.name().to_owned();
    let work = Work {
        card,
        file: file.admit(&mut scope).await?,
        file_name,
        dry_run: said.dry_run,
    };
    let job = scope
        .enqueue_watched(NewJob::new(kind, serde_json::to_value(work)?))
        .await?;
    scope.commit().await?;
    http::answer(&BegunImport {
        import_token: job.to_string(),
    })
}

/// What a form says beside its file.
#[derive(Default)]
struct Said {
    card: Option<RateCardId>,
    dry_run: bool,
}

/// Reads a form to its end; a file that was taken in is there whatever comes after it.
async fn form(
    scope: &Scope,
    upload: Upload,
    file: &mut Option<Received>,
    said: &mut Said,
) -> Result<()> {
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("csvFile") || part.is("file") {
            if file.is_some() {
                return Err(Error::invalid(
                    "csvFile",
                    message!("must be one; send others by themselves"),
                ));
            }
            *file = Some(files::receive_for_work(scope, part, MAX_BYTES).await?);
        } else if part.is("rateCardId") {
            let id = part.text().await?.parse();
            said.card = Some(RateCardId(id.map_err(|_| {
                Error::invalid("rateCardId", message!("must be a number"))
            })?));
        } else if part.is("dryRun") {
            said.dry_run = cells::truth(&part.text().await?)
                .ok_or_else(|| Error::invalid("dryRun", message!("must be true or false")))?;
        }
    }
    Ok(())
}

async fn status(mut scope: Scope, of: OfImport) -> Result<ImportStatus> {
    let (_, job) = of.job(&mut scope).await?;
    let result: Imported = job
        .result
        .map(serde_json::from_value)
        .transpose()?
        .unwrap_or_default();
    let total = i64::try_from(result.total).unwrap_or(i64::MAX);
    Ok(ImportStatus {
        is_completed: !matches!(job.state, JobState::Waiting | JobState::Running),
        done: job.done.unwrap_or(total),
        total: job.total.unwrap_or(total),
        inserted: result.inserted,
        updated: result.updated,
        unchanged: result.unchanged,
        refused: result.refused,
        validation_errors: result.validation_errors,
        warnings: result.warnings,
        failure: match job.state {
            JobState::Dead => job.sentence,
            JobState::Cancelled => Some(message!("The import was cancelled.").to_string()),
            _ => None,
        },
    })
}

/// What an undone import leaves.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Undone {
    /// Rates of the import that are there no longer.
    removed: usize,
    /// Rates that it had replaced and that apply again.
    restored: usize,
}

async fn undo(mut scope: Scope, of: OfImport) -> Result<Undone> {
    let listed = history::find(&mut scope, &of.import_token).await?;
    let (id, card, kind) = match &listed {
        Some(import) => (JobId(import.job_id), import.rate_card_id, import.kind),
        // One that changed nothing is not listed.
        None => {
            let (id, job) = of.job(&mut scope).await?;
            let kind = if job.kind == RATES_JOB {
                RateTable::Rates
            } else {
                RateTable::Zones
            };
            (id, Work::read(job.payload)?.card, kind)
        }
    };
    if kind != RateTable::Rates {
        return Err(NO_IMPORT.into());
    }
    let (removed, restored) = rates::undo(&mut scope, id, card).await?;
    if let Some(import) = listed {
        history::undone(&mut scope, import, removed, restored).await?;
    }
    scope.commit().await?;
    Ok(Undone { removed, restored })
}
