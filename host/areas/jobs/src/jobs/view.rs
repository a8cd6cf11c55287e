//! A job as callers see it.

use data::{Caller, Scope, life_cycle::Operation as _};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    lateness::{Lateness, lateness},
    model::{Job, JobType},
    status::{FreightOperation, JobStatus},
};

/// A job with the operations that its state and the caller's permissions allow.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "FreightJobView")]
pub(crate) struct JobView {
    #[serde(flatten)]
    pub job: Job,
    #[serde(rename = "allowedOperations")]
    pub allowed_operations: Vec<FreightOperation>,
    /// Null while the due time can be kept.
    pub lateness: Option<Lateness>,
}

impl JobView {
    /// Leaves out prices that the caller must not see: a customer sees no costs, a driver no
    /// prices.
    pub fn for_caller(mut job: Job, scope: &Scope) -> Self {
        let caller = &scope.caller;
        if !caller.is_staff() {
            job.pricing_details.buy = None;
            job.driver_charges.clear();
            job.rate_notes = None;
        }
        if caller.driver().is_some() {
            job.pricing_details.sell = None;
            job.fees.clear();
        }
        Self {
            allowed_operations: allowed_operations(&job, caller),
            lateness: lateness(&job, scope.now()),
            job,
        }
    }
}

fn allowed_operations(job: &Job, caller: &Caller) -> Vec<FreightOperation> {
    if job.job_type == JobType::LineHaul {
        return Vec::new();
    }
    FreightOperation::list_allowed(job.job_status)
        .into_iter()
        .filter(|operation| operation.is_permitted(caller))
        .filter(|operation| match operation {
            FreightOperation::Cancel => can_be_cancelled(job),
            FreightOperation::Split => can_be_divided(job) && job.total_quantity > 1,
            FreightOperation::Merge => can_be_divided(job),
            _ => true,
        })
        .collect()
}

/// A held job can be cancelled if it could be before the hold.
pub(crate) fn can_be_cancelled(job: &Job) -> bool {
    let is_held = job.job_status == JobStatus::OnHold;
    FreightOperation::Cancel.is_allowed_in(job.job_status)
        && (!is_held || FreightOperation::Cancel.is_allowed_in(job.standing()))
}

/// Goods of a booking, of legs and of a carrier's consignment stay together.
pub(crate) fn can_be_divided(job: &Job) -> bool {
    job.booking_id.is_none()
        && job.carrier_booking_id.is_none()
        && job.parent_id.is_none()
        && !job.has_legs
        && !matches!(job.job_type, JobType::LineHaul | JobType::MultiStop)
}
