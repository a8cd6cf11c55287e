//! Imports of rates and zones: a job stores all lines or none.

pub mod break_table;
pub mod card_state;
pub mod cells;
pub mod history;
pub mod lane_table;
pub mod rates;
mod store;
pub mod zones;

use data::{
    Error, FieldError, Refusal, Result, Scope,
    ids::{FileId, JobId, RateCardId},
    message,
};
use files::Received;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::{
    Routes,
    http::{self, Response},
    rows::{CellNames, LineError},
    upload::Upload,
};
use work::job::{
    JobKind, JobState, NewJob, Priority, ScopeJobs,
    manage::{self, Watched},
};

use crate::{
    access::{FEATURE, RATES, RATES_IMPORT},
    rate_cards::model::RateCard,
};

use crate::import::history::RateTable;

const RATES_JOB: &str = "rates.import-rates";
const ZONES_JOB: &str = "rates.import-zones";
const ATTEMPTS: i64 = 3;
/// About two million lines.
const MAX_BYTES: usize = 200 << 20;
const MAX_ERRORS: usize = 500;

const NO_IMPORT: Refusal = Refusal::new(2401, "There is no import of rates to undo.");

pub(crate) fn table_of_rates() -> Routes {
    Routes::new("/api/rates/rate")
        .feature(FEATURE)
        .upload("import-rate", RATES_IMPORT, MAX_BYTES, import_rates)
        .get("import-status", RATES, status)
        .post("undo-import", RATES_IMPORT, undo)
        .list("imports", RATES, crate::import::history::list)
}

pub(crate) fn table_of_zones() -> Routes {
    Routes::new("/api/rates/zone")
        .feature(FEATURE)
        .upload("import-zone", RATES_IMPORT, MAX_BYTES, import_zones)
        .get("import-status", RATES, status)
}

pub(crate) fn rates_job() -> JobKind {
    limited(JobKind::new(RATES_JOB, |scope, work| {
        Box::pin(crate::import::rates::run(scope, work))
    }))
}

pub(crate) fn zones_job() -> JobKind {
    limited(JobKind::new(ZONES_JOB, |scope, work| {
        Box::pin(crate::import::zones::run(scope, work))
    }))
}

fn limited(kind: JobKind) -> JobKind {
    kind.attempts(ATTEMPTS)
        .max_concurrent(1)
        .priority(Priority::High)
}

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

/// A started import.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct StartedImport {
    /// Token for `import-status`.
    import_token: String,
}

/// Member of an error in one of several columns with the same name.
fn in_column(name: &str, at: usize) -> String {
    format!("{name}@{at}")
}

/// Result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Imported {
    /// Lines of the table.
    pub total: usize,
    pub inserted: usize,
    pub updated: usize,
    pub unchanged: usize,
    /// Number of errors, including those not listed.
    pub refused: usize,
    pub validation_errors: Vec<LineError>,
    pub warnings: Vec<LineError>,
    #[serde(skip)]
    pub places: Option<CellNames>,
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

    /// Clears the counts: nothing is stored.
    fn refused(self) -> Self {
        Self {
            inserted: 0,
            updated: 0,
            unchanged: 0,
            ..self
        }
    }
}

/// Progress and result of an import.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ImportStatus {
    is_completed: bool,
    /// Lines read so far.
    done: i64,
    total: i64,
    /// Rates or places; during the import and in a dry run, the expected number.
    inserted: usize,
    updated: usize,
    unchanged: usize,
    /// A table with errors stores nothing. At most 500 are listed; `refused` counts all.
    refused: usize,
    validation_errors: Vec<LineError>,
    /// Prices that decrease with a larger quantity.
    warnings: Vec<LineError>,
    /// Reason for a failure that no line caused.
    failure: Option<String>,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfImport {
    import_token: String,
}

impl OfImport {
    async fn job(&self, scope: &mut Scope) -> Result<(JobId, Watched)> {
        let id = self
            .import_token
            .parse()
            .map(JobId)
            .map_err(|_| Error::NotFound("The import"))?;
        let job = manage::load_watched(scope, id)
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
    let (mut file, mut said) = (None, ImportForm::default());
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
        file: file.insert(&mut scope).await?,
        file_name,
        dry_run: said.dry_run,
    };
    let job = scope
        .enqueue_watched(NewJob::new(kind, serde_json::to_value(work)?))
        .await?;
    scope.commit().await?;
    http::json_response(&StartedImport {
        import_token: job.to_string(),
    })
}

#[derive(Default)]
struct ImportForm {
    card: Option<RateCardId>,
    dry_run: bool,
}

/// Keeps a received file even if a later field fails.
async fn form(
    scope: &Scope,
    upload: Upload,
    file: &mut Option<Received>,
    form: &mut ImportForm,
) -> Result<()> {
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("csvFile") || part.is("file") {
            if file.is_some() {
                return Err(Error::invalid(
                    "csvFile",
                    message!("must be a single one; send others separately"),
                ));
            }
            *file = Some(files::receive_for_work(scope, part, MAX_BYTES).await?);
        } else if part.is("rateCardId") {
            let id = part.text().await?.parse();
            form.card = Some(RateCardId(id.map_err(|_| {
                Error::invalid("rateCardId", message!("must be a number"))
            })?));
        } else if part.is("dryRun") {
            form.dry_run = crate::import::cells::parse_bool(&part.text().await?)
                .ok_or_else(|| Error::invalid("dryRun", message!("must be true or false")))?;
        }
    }
    Ok(())
}

async fn status(mut scope: Scope, request: OfImport) -> Result<ImportStatus> {
    let (_, job) = request.job(&mut scope).await?;
    let result: Imported = job
        .result
        .map(serde_json::from_value)
        .transpose()?
        .unwrap_or_default();
    let total = i64::try_from(result.total).unwrap_or(i64::MAX);
    Ok(ImportStatus {
        is_completed: !job.state.is_pending(),
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

/// Result of undoing an import.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Undone {
    /// Rates of the import that were removed.
    removed: usize,
    /// Replaced rates that apply again.
    restored: usize,
}

async fn undo(mut scope: Scope, request: OfImport) -> Result<Undone> {
    let listed = crate::import::history::find(&mut scope, &request.import_token).await?;
    let (id, card, kind) = match &listed {
        Some(import) => (JobId(import.job_id), import.rate_card_id, import.kind),
        // An import without changes has no entry.
        None => {
            let (id, job) = request.job(&mut scope).await?;
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
    let (removed, restored) = crate::import::rates::undo(&mut scope, id, card).await?;
    if let Some(import) = listed {
        crate::import::history::mark_undone(&mut scope, import, removed, restored).await?;
    }
    scope.commit().await?;
    Ok(Undone { removed, restored })
}
