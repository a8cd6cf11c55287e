//! Start and status of invoice imports.

use carriers::port::CarrierPort;
use data::{
    Error, New, Refusal, Result, Scope, Where,
    files::safe_name,
    ids::{CarrierAccountId, JobId},
    message,
};
use files::Received;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use web::{
    http::{self, Response},
    upload::Upload,
};
use work::job::{
    JobState, NewJob, ScopeJobs,
    manage::{self, Watched},
};

use crate::imports::{JOB, MAX_BYTES, Progress, Work};
use crate::{
    imports::{self, templates::InvoiceTemplateId},
    model::{InvoiceLineError, Reconciliation, ReconciliationId},
    reconciliations::status::ReconciliationStatus,
};

const ALREADY_UPLOADED: Refusal = Refusal::new(4401, "This invoice was already uploaded.");

const GUID_LENGTH: usize = 36;

/// An uploaded file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UploadedInvoice {
    /// Identifies the file in `importCsv`.
    file_name: String,
    asset_id: Uuid,
}

pub(crate) async fn upload(mut scope: Scope, upload: Upload) -> Result<Response> {
    let mut file = None;
    let form = receive_form(&scope, upload, &mut file).await;
    let Some(file) = file else {
        return Err(form
            .err()
            .unwrap_or_else(|| Error::invalid("file", message!("is required"))));
    };
    if let Err(error) = form {
        file.discard(&scope).await;
        return Err(error);
    }
    let asset_id = file.asset_id();
    let file_name = format!("{asset_id}-{}", safe_name(file.name()));
    file.insert(&mut scope).await?;
    scope.commit().await?;
    http::json_response(&UploadedInvoice {
        file_name,
        asset_id,
    })
}

/// Keeps a received file even if a later part fails.
async fn receive_form(scope: &Scope, upload: Upload, file: &mut Option<Received>) -> Result<()> {
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("file") || part.is("csvFile") {
            if file.is_some() {
                return Err(Error::invalid(
                    "file",
                    message!("must be a single one; send others separately"),
                ));
            }
            *file = Some(files::receive_for_work(scope, part, MAX_BYTES).await?);
        }
    }
    Ok(())
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportInvoice {
    /// As returned by UploadReconciliationFile.
    file_name: String,
    carrier_code: String,
    /// The invoiced account. Default: any of the carrier's.
    carrier_account_id: Option<CarrierAccountId>,
    /// Template of the table. Default: the carrier's plugin if it reads invoices, else the
    /// carrier's default template.
    template_id: Option<InvoiceTemplateId>,
}

/// A started import.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BegunReconciliation {
    id: ReconciliationId,
    /// Identifies the import in GetImportStatus.
    import_token: String,
}

pub(crate) async fn import(mut scope: Scope, sent: ImportInvoice) -> Result<BegunReconciliation> {
    let carrier = sent.carrier_code.trim().to_owned();
    let account = match sent.carrier_account_id {
        Some(id) => Some(carriers::accounts::find(&mut scope, id).await?),
        None => None,
    };
    if let Some(id) = sent.template_id {
        imports::templates::load_template(&mut scope, Some(id), &carrier).await?;
    }
    if scope
        .port::<dyn CarrierPort>()?
        .carrier(scope.tenant, &carrier)
        .is_none()
    {
        return Err(Error::invalid(
            "carrierCode",
            message!("is not an installed carrier"),
        ));
    }
    if account.is_some_and(|account| account.carrier_code != carrier) {
        return Err(Error::invalid(
            "carrierAccountId",
            message!("is an account of another carrier"),
        ));
    }
    let asset: Uuid = sent
        .file_name
        .trim()
        .get(..GUID_LENGTH)
        .and_then(|guid| guid.parse().ok())
        .ok_or_else(|| {
            Error::invalid(
                "fileName",
                message!("must be the value returned by UploadReconciliationFile"),
            )
        })?;
    let (file_name, sha256) = files::name_and_digest(&mut scope, asset).await?;
    let same = Where::all()
        .eq(Reconciliation::CARRIER, carrier.clone())
        .eq(Reconciliation::SHA256, sha256.clone())
        .ne(Reconciliation::STATUS, ReconciliationStatus::Failed);
    if let Some(known) = scope.first::<Reconciliation>(same).await? {
        return Err(ALREADY_UPLOADED.with_message(message!(
            "This file was already uploaded: reconciliation {id}.",
            id = known.id
        )));
    }
    files::retain(&mut scope, asset).await?;
    let row = scope
        .create(New::<Reconciliation> {
            status: ReconciliationStatus::Uploaded,
            carrier,
            carrier_account_id: sent.carrier_account_id,
            file_guid: asset,
            file_name,
            sha256,
            template_id: sent.template_id,
            invalid_booking_file_guid: None,
            export_guid: scope.new_guid(),
            dispute_guid: scope.new_guid(),
            letter_guid: None,
            charges: 0,
            bookings: 0,
            failure: None,
            line_errors: Vec::new(),
            creator_user_id: scope.caller.user(),
            creator_user_name: scope.caller.name().to_owned(),
        })
        .await?;
    let work = Work {
        reconciliation: row.id,
    };
    let job = scope
        .enqueue_watched(NewJob::new(JOB, serde_json::to_value(work)?))
        .await?;
    scope.commit().await?;
    Ok(BegunReconciliation {
        id: row.id,
        import_token: job.to_string(),
    })
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportStatusQuery {
    import_token: String,
}

/// Progress and result of an import.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvoiceImportStatus {
    is_completed: bool,
    /// Null after deletion.
    id: Option<ReconciliationId>,
    status: Option<ReconciliationStatus>,
    /// Lines read plus consignments matched, and the estimated total of both.
    done: i64,
    total: i64,
    /// Reason for storing nothing.
    failure: Option<String>,
    /// Invalid lines, at most 100. Any invalid line rejects the whole file.
    validation_errors: Vec<InvoiceLineError>,
}

pub(crate) async fn status(mut scope: Scope, of: ImportStatusQuery) -> Result<InvoiceImportStatus> {
    let job = job_of(&mut scope, &of.import_token).await?;
    let work = Work::read(job.payload)?;
    let row: Option<Reconciliation> = scope.first(Where::id(work.reconciliation)).await?;
    let progress: Progress = job
        .result
        .map(serde_json::from_value)
        .transpose()?
        .unwrap_or_default();
    let done = job.done.unwrap_or(progress.matched);
    Ok(InvoiceImportStatus {
        is_completed: !job.state.is_pending(),
        id: row.as_ref().map(|row| row.id),
        status: row.as_ref().map(|row| row.status),
        done,
        total: job.total.unwrap_or(done),
        failure: match job.state {
            JobState::Dead => job.sentence,
            JobState::Cancelled => Some(message!("The import was cancelled.").to_string()),
            _ => row.as_ref().and_then(|row| row.failure.clone()),
        },
        validation_errors: row.map(|row| row.line_errors).unwrap_or_default(),
    })
}

async fn job_of(scope: &mut Scope, token: &str) -> Result<Watched> {
    const NONE: Error = Error::NotFound("The import");
    let id = token.parse().map(JobId).map_err(|_| NONE)?;
    let job = manage::load_watched(scope, id)
        .await
        .map_err(|error| match error {
            Error::NotFound(_) => NONE,
            other => other,
        })?;
    if job.kind == JOB { Ok(job) } else { Err(NONE) }
}
