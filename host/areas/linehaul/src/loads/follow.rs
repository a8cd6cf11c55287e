//! Line hauls follow cancelled jobs.

use std::collections::BTreeSet;

use data::{Result, Scope, Where};
use jobs::{
    JobStatus,
    events::{JobStatusChange, STATUS_CHANGED},
};
use work::event::Listener;

use super::{
    allocate,
    model::{ArticleState, LoadedArticle},
};
use crate::hauls::model::LineHaulId;

/// Takes cancelled jobs off the line hauls that expect them.
pub(crate) fn listener() -> Listener {
    Listener::new(
        "linehaul.take-off-cancelled",
        &STATUS_CHANGED,
        take_off_cancelled,
    )
}

async fn take_off_cancelled(mut scope: Scope, change: JobStatusChange) -> Result<()> {
    if change.to != JobStatus::Cancelled {
        return Ok(());
    }
    let expected = Where::all()
        .eq(LoadedArticle::JOB_ID, change.job_id)
        .eq(LoadedArticle::STATE, ArticleState::Allocated);
    let rows: Vec<LoadedArticle> = scope.all(expected).await?;
    let hauls: BTreeSet<LineHaulId> = rows.iter().map(|row| row.line_haul_id).collect();
    for haul in hauls {
        allocate::unallocate_jobs(&mut scope, haul, &[change.job_id], "Cancel").await?;
    }
    scope.commit().await
}
