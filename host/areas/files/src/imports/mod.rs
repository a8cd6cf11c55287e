//! Imports of uploaded tables by background jobs: the form, the token, progress and result.

mod cells;

use std::collections::BTreeMap;

use data::{
    Error, FieldError, Result, Scope,
    ids::{FileId, JobId},
    message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    rows::{CellNames, LineError},
    upload::Upload,
};
use work::job::{
    JobKind, JobState, NewJob, Priority, ScopeJobs,
    manage::{self, Watched},
};

pub use cells::{CellParser, parse_bool};

use crate::{Received, receive_for_work};

const ATTEMPTS: i64 = 3;
const MAX_ERRORS: usize = 500;
const MAX_WARNINGS: usize = 100;

/// Limits a kind of imports: one at a time, as a person waits for it.
pub fn limited(kind: JobKind) -> JobKind {
    kind.attempts(ATTEMPTS)
        .max_concurrent(1)
        .priority(Priority::High)
}

/// Texts of an import's form, without the table, for the API's description.
#[derive(Debug, Default, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ImportTexts {
    /// Checks the table without storing it.
    pub dry_run: bool,
}

/// The table of an import and the other fields of its form.
pub struct ImportForm {
    file: Received,
    pub dry_run: bool,
    fields: BTreeMap<String, String>,
}

impl ImportForm {
    /// Receives the form: `csvFile`, `dryRun`, and the named fields.
    pub async fn receive(
        scope: &Scope,
        upload: Upload,
        max_bytes: usize,
        fields: &[&str],
    ) -> Result<Self> {
        let mut file = None;
        let mut form = (false, BTreeMap::new());
        let read = read(scope, upload, max_bytes, fields, &mut file, &mut form).await;
        match (read, file) {
            (Ok(()), Some(file)) => Ok(Self {
                file,
                dry_run: form.0,
                fields: form.1,
            }),
            (Ok(()), None) => Err(Error::invalid("csvFile", message!("is required"))),
            (Err(error), file) => {
                if let Some(file) = file {
                    file.discard(scope).await;
                }
                Err(error)
            }
        }
    }

    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    pub fn file_name(&self) -> &str {
        self.file.name()
    }

    /// Stores the table and enqueues its job with the payload; the caller commits.
    pub async fn enqueue<P: Serialize>(
        self,
        scope: &mut Scope,
        kind: &'static str,
        payload: impl FnOnce(FileId) -> P,
    ) -> Result<StartedImport> {
        let file = self.file.insert(scope).await?;
        let payload = serde_json::to_value(payload(file))?;
        let job = scope.enqueue_watched(NewJob::new(kind, payload)).await?;
        Ok(StartedImport {
            import_token: job.to_string(),
        })
    }

    /// Deletes the received table.
    pub async fn discard(self, scope: &Scope) {
        self.file.discard(scope).await;
    }
}

/// Keeps a received file even if a later field fails.
async fn read(
    scope: &Scope,
    upload: Upload,
    max_bytes: usize,
    fields: &[&str],
    file: &mut Option<Received>,
    (dry_run, values): &mut (bool, BTreeMap<String, String>),
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
            *file = Some(receive_for_work(scope, part, max_bytes).await?);
        } else if part.is("dryRun") {
            *dry_run = parse_bool(&part.text().await?)
                .ok_or_else(|| Error::invalid("dryRun", message!("must be true or false")))?;
        } else if let Some(name) = fields.iter().find(|name| part.is(name)) {
            values.insert((*name).to_owned(), part.text().await?.trim().to_owned());
        }
    }
    Ok(())
}

/// A started import.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedImport {
    /// Token for `import-status`.
    import_token: String,
}

/// Result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
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
    pub fn refuse(&mut self, index: usize, error: &FieldError) {
        self.refused += 1;
        if self.validation_errors.len() < MAX_ERRORS {
            self.validation_errors
                .push(LineError::new(index, error, self.places.as_ref()));
        }
    }

    pub fn warn(&mut self, index: usize, warning: &FieldError) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings
                .push(LineError::new(index, warning, self.places.as_ref()));
        }
    }

    /// Clears the counts: nothing is stored.
    pub fn refused(self) -> Self {
        Self {
            inserted: 0,
            updated: 0,
            unchanged: 0,
            ..self
        }
    }
}

/// Progress and result of an import.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportStatus {
    is_completed: bool,
    /// Lines read so far.
    done: i64,
    total: i64,
    /// New records; during the import and in a dry run, the expected number.
    inserted: usize,
    updated: usize,
    unchanged: usize,
    /// A table with errors stores nothing. At most 500 are listed; `refused` counts all.
    refused: usize,
    validation_errors: Vec<LineError>,
    /// Lines that look wrong and are stored.
    warnings: Vec<LineError>,
    /// Reason for a failure that no line caused.
    failure: Option<String>,
}

#[data::wire(trim)]
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfImport {
    pub import_token: String,
}

impl OfImport {
    /// Loads the caller's import of one of these kinds.
    pub async fn load(&self, scope: &mut Scope, kinds: &[&str]) -> Result<(JobId, Watched)> {
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
        match kinds.contains(&job.kind.as_str()) {
            true => Ok((id, job)),
            false => Err(Error::NotFound("The import")),
        }
    }

    pub async fn load_status(&self, scope: &mut Scope, kinds: &[&str]) -> Result<ImportStatus> {
        let (_, job) = self.load(scope, kinds).await?;
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
}
