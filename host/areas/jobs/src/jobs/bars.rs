//! Jobs that a driver must not get.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use data::{Message, Record, Result, Scope, Where, ids::DriverId};
use drivers::PlannedWork;

use super::model::{FreightJobId, Job};

/// A job's day, without its wide columns.
#[derive(Debug, Record)]
#[record(view_of = Job)]
struct JobDay {
    id: FreightJobId,
    pickup_date: Option<NaiveDate>,
}

/// Returns the jobs that the driver must not get, each with the reason. They are parts of the
/// planned work; without it, each is work of its pickup day.
pub(super) async fn find_barred(
    scope: &mut Scope,
    driver: DriverId,
    jobs: &[FreightJobId],
    planned: Option<&PlannedWork>,
) -> Result<BTreeMap<FreightJobId, Message>> {
    let parts = match planned {
        Some(planned) => vec![(planned.clone(), jobs.to_vec())],
        None => split_by_day(scope, jobs).await?,
    };
    let mut barred = BTreeMap::new();
    for (work, jobs) in parts {
        if let Some(reason) = drivers::find_bar(scope, driver, &work).await? {
            barred.extend(jobs.into_iter().map(|job| (job, reason.clone())));
        }
    }
    Ok(barred)
}

async fn split_by_day(
    scope: &mut Scope,
    jobs: &[FreightJobId],
) -> Result<Vec<(PlannedWork, Vec<FreightJobId>)>> {
    let rows: Vec<JobDay> = scope.all(Where::all().is_in(Job::ID, jobs)).await?;
    let mut by_day: BTreeMap<Option<NaiveDate>, Vec<FreightJobId>> = BTreeMap::new();
    for row in rows {
        by_day.entry(row.pickup_date).or_default().push(row.id);
    }
    let to_part = |(day, jobs)| {
        let work = PlannedWork {
            day,
            ..PlannedWork::default()
        };
        (work, jobs)
    };
    Ok(by_day.into_iter().map(to_part).collect())
}
