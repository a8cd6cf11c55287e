//! Calls about tables of jobs.

use data::{Result, Scope};
use files::imports::{ImportForm, ImportStatus, ImportTexts, OfImport, StartedImport};
use web::{
    Raw, Routes,
    http::{self, Method, Response},
    upload::Upload,
};

use super::{
    export::{self, ExportQuery},
    import::{self, Work},
};
use crate::access::{JOB, JOB_CREATE, JOBS};

/// More than the longest table needs.
const MAX_BYTES: usize = 32 << 20;

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/job")
        .feature(JOBS)
        .upload("import-jobs", JOB_CREATE, MAX_BYTES, import_jobs)
        .describe_form::<ImportTexts>("csvFile")
        .describe_response::<StartedImport>()
        .get("import-status", JOB_CREATE, status)
        .raw(
            Method::GET,
            "import-template",
            JOB_CREATE,
            0,
            export::download_template,
        )
        .raw(Method::GET, "export-jobs", JOB, 0, export)
        .describe_query::<ExportQuery>()
}

async fn export(scope: Scope, raw: Raw) -> Result<Response> {
    export::export(scope, raw).await
}

async fn import_jobs(mut scope: Scope, upload: Upload) -> Result<Response> {
    let form = ImportForm::receive(&scope, upload, MAX_BYTES, &[]).await?;
    let dry_run = form.dry_run;
    let started = form
        .enqueue(&mut scope, import::JOB, |file| Work { file, dry_run })
        .await?;
    scope.commit().await?;
    http::json_response(&started)
}

async fn status(mut scope: Scope, request: OfImport) -> Result<ImportStatus> {
    request.load_status(&mut scope, &[import::JOB]).await
}
