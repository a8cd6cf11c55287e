//! Imports of rates and zones: a job stores all lines or none.

pub mod break_table;
pub mod card_state;
pub mod history;
pub mod lane_table;
pub mod rates;
mod store;
pub mod zones;

use data::{
    Error, Refusal, Result, Scope,
    ids::{FileId, JobId, RateCardId},
    message,
};
use files::imports::{ImportForm, ImportStatus, OfImport, StartedImport, limited};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::{
    Routes,
    http::{self, Response},
    upload::Upload,
};
use work::job::JobKind;

pub(crate) use files::imports::Imported;

use crate::{
    access::{FEATURE, RATES, RATES_IMPORT},
    rate_cards::model::RateCard,
};

use crate::import::history::RateTable;

const RATES_JOB: &str = "rates.import-rates";
const ZONES_JOB: &str = "rates.import-zones";
const KINDS: &[&str] = &[RATES_JOB, ZONES_JOB];
/// About two million lines.
const MAX_BYTES: usize = 200 << 20;

const NO_IMPORT: Refusal = Refusal::new(2401, "There is no import of rates to undo.");

pub(crate) fn table_of_rates() -> Routes {
    Routes::new("/api/rates/rate")
        .feature(FEATURE)
        .upload("import-rate", RATES_IMPORT, MAX_BYTES, import_rates)
        .describe_form::<ImportTexts>("csvFile")
        .describe_response::<StartedImport>()
        .get("import-status", RATES, status)
        .post("undo-import", RATES_IMPORT, undo)
        .list("imports", RATES, crate::import::history::list)
}

pub(crate) fn table_of_zones() -> Routes {
    Routes::new("/api/rates/zone")
        .feature(FEATURE)
        .upload("import-zone", RATES_IMPORT, MAX_BYTES, import_zones)
        .describe_form::<ImportTexts>("csvFile")
        .describe_response::<StartedImport>()
        .get("import-status", RATES, status)
}

/// Texts of an import's form, without the table.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "describes a form whose parts are read one by one")]
struct ImportTexts {
    rate_card_id: RateCardId,
    /// Checks the table without storing it.
    #[serde(default)]
    dry_run: bool,
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

/// Member of an error in one of several columns with the same name.
fn in_column(name: &str, at: usize) -> String {
    format!("{name}@{at}")
}

async fn import_rates(scope: Scope, upload: Upload) -> Result<Response> {
    begin(scope, upload, RATES_JOB).await
}

async fn import_zones(scope: Scope, upload: Upload) -> Result<Response> {
    begin(scope, upload, ZONES_JOB).await
}

async fn begin(mut scope: Scope, upload: Upload, kind: &'static str) -> Result<Response> {
    let form = ImportForm::receive(&scope, upload, MAX_BYTES, &["rateCardId"]).await?;
    let card = match find_card(&mut scope, &form).await {
        Ok(card) => card,
        Err(error) => {
            form.discard(&scope).await;
            return Err(error);
        }
    };
    let (file_name, dry_run) = (form.file_name().to_owned(), form.dry_run);
    let started = form
        .enqueue(&mut scope, kind, |file| Work {
            card,
            file,
            file_name,
            dry_run,
        })
        .await?;
    scope.commit().await?;
    http::json_response(&started)
}

async fn find_card(scope: &mut Scope, form: &ImportForm) -> Result<RateCardId> {
    let id = form
        .field("rateCardId")
        .ok_or_else(|| Error::invalid("rateCardId", message!("is required")))?;
    let id = id
        .parse()
        .map_err(|_| Error::invalid("rateCardId", message!("must be a number")))?;
    Ok(scope.find::<RateCard>(RateCardId(id)).await?.id)
}

async fn status(mut scope: Scope, request: OfImport) -> Result<ImportStatus> {
    request.load_status(&mut scope, KINDS).await
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
            let (id, job) = request.load(&mut scope, KINDS).await?;
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
