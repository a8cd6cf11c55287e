//! Statements on jobs: one change of many rows.

use data::{
    Result, Scope,
    db::{Col, Val},
    ids::DriverId,
    tsql,
};

use super::{model::FreightJobId, status::JobStatus};

/// Ids of one statement; shorter lists repeat the last one.
const IDS: usize = 50;

/// Gives unallocated jobs without legs to a driver, and returns those that were unallocated. A
/// job that someone else takes at the same time is waited for and left out.
pub(crate) async fn allocate(
    scope: &mut Scope,
    jobs: &[FreightJobId],
    driver: DriverId,
) -> Result<Vec<FreightJobId>> {
    let update = tsql!(
        "UPDATE freight_jobs SET driver_id = $2, job_status = $3, is_allocated = $4,
           row_version = row_version + 1
         WHERE tenant_id = $1 AND NOT has_legs AND carrier_booking_id IS NULL
           AND job_status = $5 AND id IN (
       $6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26,
       $27,$28,$29,$30,$31,$32,$33,$34,$35,$36,$37,$38,$39,$40,$41,$42,$43,$44,$45,$46,
       $47,$48,$49,$50,$51,$52,$53,$54,$55)
         RETURNING id"
    );
    let mut taken = Vec::with_capacity(jobs.len());
    for ids in sorted(jobs).chunks(IDS) {
        let mut values = vec![
            driver.val(),
            JobStatus::Allocated.val(),
            true.val(),
            JobStatus::Unallocated.val(),
        ];
        values.extend(padded(ids));
        for row in scope.rows(update, values).await? {
            taken.push(row.get(0)?);
        }
    }
    Ok(taken)
}

/// Takes locked jobs from their agents.
pub(crate) async fn unallocate(scope: &mut Scope, jobs: &[FreightJobId]) -> Result<()> {
    let update = tsql!(
        "UPDATE freight_jobs SET driver_id = NULL, carrier_id = NULL, carrier_account = NULL,
           carrier_booking_id = NULL, planned_arrival = NULL, is_allocated = FALSE, job_status = $2, row_version = row_version + 1
         WHERE tenant_id = $1 AND id IN (
       $3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,
       $24,$25,$26,$27,$28,$29,$30,$31,$32,$33,$34,$35,$36,$37,$38,$39,$40,$41,$42,
       $43,$44,$45,$46,$47,$48,$49,$50,$51,$52)"
    );
    for ids in sorted(jobs).chunks(IDS) {
        let mut values = vec![JobStatus::Unallocated.val()];
        values.extend(padded(ids));
        scope.rows(update, values).await?;
    }
    Ok(())
}

/// In the same order in each call, so that two of them never wait for each other.
fn sorted(jobs: &[FreightJobId]) -> Vec<FreightJobId> {
    let mut jobs = jobs.to_vec();
    jobs.sort_unstable();
    jobs
}

fn padded(ids: &[FreightJobId]) -> impl Iterator<Item = Val> {
    let last = ids.last().copied();
    let rest = last.into_iter().cycle().take(IDS - ids.len());
    ids.iter().copied().chain(rest).map(|id| id.val())
}
