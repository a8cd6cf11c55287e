//! Many jobs for benchmarks, without articles and logs.

use chrono::{Days, NaiveDate};
use data::{Result, Scope, ids::DriverId};

use crate::jobs::{
    model::{Job, JobAddress},
    status::JobStatus,
};

/// Rows per transaction.
const CHUNK: usize = 5_000;
/// Days back over which the jobs are spread.
const DAYS: u64 = 700;

const SUBURBS: [(&str, &str); 5] = [
    ("Richmond", "3121"),
    ("Derrimut", "3026"),
    ("Parramatta", "2150"),
    ("Geelong", "3220"),
    ("Dandenong", "3175"),
];

/// Inserts jobs of the last two years, most of them delivered, and commits.
pub async fn seed_many(scope: &mut Scope, count: usize, drivers: &[DriverId]) -> Result<()> {
    let today = scope.now().date_naive();
    let now = scope.now();
    for first in (0..count).step_by(CHUNK) {
        scope.without_record();
        scope.without_index();
        let last = (first + CHUNK).min(count);
        let mut rows: Vec<Job> = (first..last)
            .map(|at| Job {
                creation_time: now,
                ..to_job(at, today, drivers)
            })
            .collect();
        scope.insert_all(&mut rows).await?;
        scope.commit().await?;
    }
    Ok(())
}

fn to_job(at: usize, today: NaiveDate, drivers: &[DriverId]) -> Job {
    let number = u64::try_from(at).unwrap_or_default();
    // Two of a hundred are open, a tenth of them today's and the others tomorrow's: the dispatch
    // board has 2,000 of a million.
    let open_day = match number / 100 % 10 {
        0 => today,
        _ => today.succ_opt().unwrap_or(today),
    };
    let (status, day) = match number % 100 {
        0 => (JobStatus::Unallocated, open_day),
        1 => (JobStatus::Allocated, open_day),
        _ => {
            let ago = Days::new(1 + number % DAYS);
            let day = today.checked_sub_days(ago).unwrap_or(today);
            (JobStatus::Delivered, day)
        }
    };
    let address = |place: usize| {
        let (suburb, post_code) = SUBURBS[place % SUBURBS.len()];
        JobAddress {
            company_name: Some(format!("Company {}", place % 977)),
            suburb: suburb.to_owned(),
            post_code: post_code.to_owned(),
            country_code: "AU".to_owned(),
            ..JobAddress::default()
        }
    };
    let (from, to) = (address(at), address(at / 7 + 1));
    let driver = drivers.get(at / 100 % drivers.len().max(1)).copied();
    Job {
        job_no: format!("B{at:07}"),
        leg: 1,
        job_status: status,
        is_allocated: status.is_given(),
        driver_id: driver.filter(|_| status != JobStatus::Unallocated),
        pickup_date: Some(day),
        from_company: from.company_name.clone().unwrap_or_default(),
        from_suburb: from.suburb.clone(),
        from_post_code: from.post_code.clone(),
        to_company: to.company_name.clone().unwrap_or_default(),
        to_suburb: to.suburb.clone(),
        to_post_code: to.post_code.clone(),
        from_address: Some(from),
        to_address: Some(to),
        reference: Some(format!("PO-{at:06}")),
        total_quantity: 1,
        ..Job::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_jobs_are_delivered_before_today() {
        let today: NaiveDate = "2026-03-02".parse().unwrap();
        let drivers = [DriverId(1), DriverId(2)];
        let jobs: Vec<Job> = (0..200).map(|at| to_job(at, today, &drivers)).collect();
        let count = |status| jobs.iter().filter(|job| job.job_status == status).count();
        assert_eq!(count(JobStatus::Unallocated), 2);
        assert_eq!(count(JobStatus::Delivered), 196);
        let of_today = jobs.iter().filter(|job| job.pickup_date == Some(today));
        assert_eq!(of_today.count(), 2);
        for job in jobs {
            let is_open = job.job_status.is_open();
            assert_eq!(job.pickup_date >= Some(today), is_open);
            let has_driver = job.driver_id.is_some();
            assert_eq!(has_driver, job.job_status != JobStatus::Unallocated);
        }
    }
}
