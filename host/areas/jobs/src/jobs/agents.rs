//! Delivery agents of jobs: drivers and carrier accounts.

use data::{Result, Scope};
use work::event::ScopeEvents;

use super::model::Job;
use crate::events;

/// Takes the job from its agent.
pub(crate) async fn clear(scope: &mut Scope, job: &mut Job) -> Result<()> {
    let before = job.driver_id.take();
    job.carrier_id = None;
    job.carrier_account = None;
    job.is_allocated = false;
    if before.is_none() {
        return Ok(());
    }
    let allocation = events::JobAllocation {
        job_id: job.id,
        driver_id: None,
        before,
    };
    scope.publish(&events::ALLOCATED, &allocation).await
}
