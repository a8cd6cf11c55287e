//! A job as seen by fees.

use data::{Result, Scope, Where, ids::CustomerId};
use rust_decimal::Decimal;

use crate::jobs::model::{FreightJobId, Job};

/// A job of a customer without a booking.
#[derive(Debug, Clone)]
pub struct FeeableJob {
    pub id: FreightJobId,
    pub customer_id: CustomerId,
    pub name: String,
    /// Exclusive of tax.
    pub sold: Decimal,
}

/// Loads the job for background jobs. None for a job of a booking, whose own status causes the
/// fees, and for a leg, whose state its root follows.
pub async fn load_feeable(scope: &mut Scope, id: FreightJobId) -> Result<Option<FeeableJob>> {
    let job: Option<Job> = scope.first(Where::id(id)).await?;
    Ok(job
        .filter(|job| job.booking_id.is_none() && job.parent_id.is_none())
        .and_then(|job| {
            Some(FeeableJob {
                id,
                customer_id: job.customer_id?,
                name: job.job_no,
                sold: job
                    .pricing_details
                    .sell
                    .map_or(Decimal::ZERO, |price| price.total_tax_exclusive),
            })
        }))
}
