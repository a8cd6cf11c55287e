//! The state of a multi-stop job follows its parts.

use data::{Result, Scope, Where};
use jobs::{
    FreightJobId,
    events::{JobStatusChange, STATUS_CHANGED},
};
use work::event::Listener;

use super::{
    model::{MultiStop, MultiStopStop},
    service,
};

/// Runs at least once; a repeat changes nothing.
pub(crate) fn listener() -> Listener {
    Listener::new("routing.on-part-changed", &STATUS_CHANGED, follow)
}

async fn follow(mut scope: Scope, change: JobStatusChange) -> Result<()> {
    let narrow = Where::all().eq(MultiStopStop::JOB_ID, change.job_id);
    let Some(stop) = scope.first::<MultiStopStop>(narrow).await? else {
        return Ok(());
    };
    let multi: Option<MultiStop> = scope.first(Where::id(stop.multi_stop_id)).await?;
    let Some(multi) = multi else { return Ok(()) };
    let parts: Vec<FreightJobId> = service::parts(&mut scope, multi.job_id).await?;
    jobs::follow_parts(&mut scope, multi.job_id, &parts).await?;
    scope.commit().await
}
