//! Value lists of jobs.

use data::{Empty, Needs, Result, Scope};
use web::Routes;

use super::model::JobType;
use crate::{
    access::{JOB, JOBS},
    scans::values::ScanEventType,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/look-up")
        .feature(JOBS)
        .get("job-types", Needs::DriverOr(JOB), job_types)
        .get("scan-event-types", Needs::DriverOr(JOB), scan_event_types)
}

async fn job_types(_: Scope, _: Empty) -> Result<Vec<&'static str>> {
    Ok(JobType::NAMES.to_vec())
}

async fn scan_event_types(_: Scope, _: Empty) -> Result<Vec<&'static str>> {
    Ok(ScanEventType::NAMES.to_vec())
}
