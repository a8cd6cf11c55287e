//! Import of invoices by a repeatable job.

pub mod begin;
pub mod charge;
pub mod compare;
pub mod job;
pub mod matching;
pub mod source;
pub mod store;
pub mod table;
pub mod templates;

use data::Result;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::Routes;
use work::job::{JobKind, Priority};

use crate::{access::RECONCILE, model::ReconciliationId};
use quotes::access::BOOKINGS;

const JOB: &str = "reconciliation.import";
const ATTEMPTS: i64 = 3;
const MAX_BYTES: usize = 200 << 20;
const MAX_LINES: usize = 500_000;
const MAX_ERRORS: usize = 100;

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .post("importCsv", RECONCILE, crate::imports::begin::import)
        .get("GetImportStatus", RECONCILE, crate::imports::begin::status)
}

pub(crate) fn files() -> Routes {
    Routes::new("/api/booking/File")
        .feature(BOOKINGS)
        .upload(
            "UploadReconciliationFile",
            RECONCILE,
            MAX_BYTES,
            crate::imports::begin::upload,
        )
        .describe_response::<crate::imports::begin::UploadedInvoice>()
}

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, work| {
        Box::pin(crate::imports::job::handle_job(scope, work))
    })
    .attempts(ATTEMPTS)
    .max_concurrent(2)
    .priority(Priority::High)
}

#[derive(Serialize, Deserialize)]
struct Work {
    reconciliation: ReconciliationId,
}

impl Work {
    fn read(work: Value) -> Result<Self> {
        Ok(serde_json::from_value(work)?)
    }
}

/// Progress from which a retry resumes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Staged lines.
    read: usize,
    /// Set when all lines are staged.
    is_read: bool,
    /// Last matched consignment, in the order of keys.
    matched: i64,
    last_key: String,
    is_done: bool,
}
