//! An invoice on its way in: the file is taken, its lines are read aside, and then matched, all by a job that can be repeated.

mod begin;
mod charge;
mod compare;
mod read;
mod run;
mod table;

pub(crate) use compare::{
    Comparison, allowances, charges_of, line_of, minor_units, pairs, recharge,
};

use kernel::{
    Result, Routes,
    job::{JobKind, Priority},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    access::{BOOKINGS, RECONCILE},
    model::ReconciliationId,
};

const JOB: &str = "reconciliation.import";
const ATTEMPTS: i64 = 3;
/// The largest file.
const MAX_BYTES: usize = 200 << 20;
/// Lines of one file.
const MAX_LINES: usize = 500_000;
/// Wrong lines that are told; there may be more of them.
const MAX_ERRORS: usize = 100;

pub(crate) fn table() -> Routes {
    Routes::at("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .post("importCsv", RECONCILE, begin::import)
        .get("GetImportStatus", RECONCILE, begin::status)
}

pub(crate) fn files() -> Routes {
    Routes::at("/api/booking/File")
        .feature(BOOKINGS)
        .upload(
            "UploadReconciliationFile",
            RECONCILE,
            MAX_BYTES,
            begin::upload,
        )
        .answers::<begin::UploadedInvoice>()
}

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, work| Box::pin(run::run(scope, work)))
        .attempts(ATTEMPTS)
        .at_once(2)
        .priority(Priority::High)
}

/// What a job imports.
#[derive(Serialize, Deserialize)]
struct Work {
    reconciliation: ReconciliationId,
}

impl Work {
    fn read(work: Value) -> Result<Self> {
        Ok(serde_json::from_value(work)?)
    }
}

/// How far a job has come: what a repeated run goes on from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Progress {
    /// Lines that are read and stored.
    read: usize,
    /// All lines are read.
    is_read: bool,
    /// Consignments that are matched, in the order of their keys up to this one.
    matched: i64,
    last_key: String,
    is_done: bool,
}
