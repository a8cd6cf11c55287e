//! Jobs as route planning sees them: the places, goods and times that a vehicle must serve.

use carriage::address::Address;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use std::collections::HashMap;

use data::{ListQuery, Outcome, Result, Scope, Where, ids::DriverId, states_that};
use drivers::PlannedWork;
use rust_decimal::{Decimal, prelude::ToPrimitive};

use crate::jobs::{
    agents,
    model::{FreightJobId, Job, JobAddress, JobType},
    status::JobStatus,
};

/// Packaging that takes floor spaces of a vehicle.
const PALLETS: [&str; 2] = ["pallet", "skid"];

/// An end of a job.
#[derive(Debug, Clone, PartialEq)]
pub struct JobPlace {
    /// `Harbour Tools, Parramatta`.
    pub description: String,
    /// Longitude and latitude in degrees; none if even the suburb's position is unknown.
    pub position: Option<[f64; 2]>,
}

/// Goods of a job, rounded up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobLoad {
    pub grams: u64,
    /// Cubic decimetres.
    pub litres: u64,
    pub pallets: u64,
    pub pieces: u64,
    /// The longest side of any piece.
    pub longest_mm: u32,
}

/// A job that a vehicle may serve.
#[derive(Debug, Clone, PartialEq)]
pub struct RoutableJob {
    pub id: FreightJobId,
    pub job_no: String,
    pub job_type: JobType,
    pub status: JobStatus,
    pub has_legs: bool,
    pub driver: Option<DriverId>,
    pub from: Option<JobPlace>,
    pub to: Option<JobPlace>,
    pub load: JobLoad,
    pub pickup_date: Option<NaiveDate>,
    /// Earliest moment of the pickup.
    pub ready: Option<DateTime<Utc>>,
    /// Latest moment of the delivery.
    pub deadline: Option<DateTime<Utc>>,
    /// Agreed local times of the delivery.
    pub slot: Option<(NaiveTime, NaiveTime)>,
}

/// Loads jobs that the caller may reach; unknown ids are left out.
pub async fn load_routable(scope: &mut Scope, ids: &[FreightJobId]) -> Result<Vec<RoutableJob>> {
    let jobs: Vec<Job> = scope.all(Where::all().is_in(Job::ID, ids)).await?;
    let mut routable = Vec::with_capacity(jobs.len());
    for mut job in jobs {
        // Jobs from before their suburb was imported have no position yet.
        crate::jobs::positions::fill(scope, &mut job).await?;
        routable.push(to_routable(&job));
    }
    Ok(routable)
}

/// Gives jobs to a driver, with one result for each; the caller commits. The jobs are parts of the
/// planned work; without it, each is work of its pickup day.
pub async fn allocate(
    scope: &mut Scope,
    driver: DriverId,
    jobs: &[FreightJobId],
    planned: Option<&PlannedWork>,
) -> Result<Vec<Outcome<FreightJobId>>> {
    agents::allocate(scope, driver, jobs, planned).await
}

/// Takes jobs back from a driver, with one result for each; the caller commits. Jobs of others
/// stay.
pub async fn unallocate(
    scope: &mut Scope,
    driver: DriverId,
    jobs: &[FreightJobId],
    reason: &str,
) -> Result<Vec<Outcome<FreightJobId>>> {
    agents::unallocate(scope, jobs, Some(driver.0), reason).await
}

/// Counts the open jobs of drivers.
pub async fn count_open(scope: &mut Scope, drivers: &[DriverId]) -> Result<HashMap<DriverId, i64>> {
    let open = Where::all().is_in(Job::DRIVER_ID, drivers).is_in(
        Job::JOB_STATUS,
        states_that!(JobStatus, JobStatus::is_given),
    );
    let by = [Job::DRIVER_ID.name()];
    let rows = scope.totals(&ListQuery::default(), open, &by, &[]).await?;
    let mut counts = HashMap::with_capacity(rows.len());
    for row in rows {
        counts.insert(row.get(0)?, row.get(1)?);
    }
    Ok(counts)
}

fn to_routable(job: &Job) -> RoutableJob {
    RoutableJob {
        id: job.id,
        job_no: job.job_no.clone(),
        job_type: job.job_type,
        status: job.job_status,
        has_legs: job.has_legs,
        driver: job.driver_id,
        from: job.from_address.as_ref().map(to_place),
        to: job.to_address.as_ref().map(to_place),
        load: to_load(job),
        pickup_date: job.pickup_date,
        ready: job.pickup_ready_time,
        deadline: job.deadline,
        slot: job.time_slot.as_deref().and_then(parse_slot),
    }
}

fn to_place(address: &JobAddress) -> JobPlace {
    let degrees = |value: Option<Decimal>| value.and_then(|value| value.to_f64());
    let Address {
        company_name,
        contact_name,
        suburb,
        ..
    } = address.to_address();
    let name = company_name.or(contact_name).unwrap_or_default();
    let parts = [name, suburb];
    let parts: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    JobPlace {
        description: parts.join(", "),
        position: degrees(address.longitude)
            .zip(degrees(address.latitude))
            .map(|(longitude, latitude)| [longitude, latitude]),
    }
}

fn to_load(job: &Job) -> JobLoad {
    let thousandths = |value: Decimal| {
        let scaled = (value * Decimal::ONE_THOUSAND).ceil();
        scaled.to_u64().unwrap_or_default()
    };
    let count = |quantity: i64| u64::try_from(quantity).unwrap_or_default();
    let pallets = job.items.iter().filter(|item| {
        let package = item.package_type.as_deref().unwrap_or_default();
        PALLETS
            .iter()
            .any(|name| package.eq_ignore_ascii_case(name))
    });
    let sides = job
        .items
        .iter()
        .flat_map(|item| [item.length, item.width, item.height]);
    JobLoad {
        grams: thousandths(job.total_weight),
        litres: thousandths(job.total_volume),
        pallets: pallets.map(|item| count(item.quantity)).sum(),
        pieces: count(job.total_quantity),
        longest_mm: sides.flatten().map(|side| side.to_mm()).max().unwrap_or(0),
    }
}

/// Reads agreed times such as `9:00–12:00` or `09:00 - 12:00`.
pub fn parse_slot(text: &str) -> Option<(NaiveTime, NaiveTime)> {
    crate::jobs::lateness::read_slot(text)
}

#[cfg(test)]
mod tests {
    use carriage::quantity::{Length, Weight};

    use super::*;
    use crate::jobs::{model::JobItem, rules};

    #[test]
    fn a_slot_is_read_in_its_usual_forms() {
        let time = |hour, minute| NaiveTime::from_hms_opt(hour, minute, 0).unwrap();
        for text in ["9:00–12:30", "09:00-12:30", " 9:00 — 12:30 "] {
            assert_eq!(parse_slot(text), Some((time(9, 0), time(12, 30))), "{text}");
        }
        for text in [
            "",
            "morning",
            "12:00–9:00",
            "9:00",
            "25:00-26:00",
            "9:00-9:00",
        ] {
            assert_eq!(parse_slot(text), None, "{text}");
        }
    }

    #[test]
    fn loads_are_rounded_up_and_pallets_are_counted() {
        let mut job = Job {
            items: vec![
                JobItem {
                    package_type: Some("Pallet".to_owned()),
                    quantity: 2,
                    length: Some(Length::centimetres(120.into())),
                    width: Some(Length::centimetres(120.into())),
                    height: Some(Length::centimetres(100.into())),
                    weight: Some(Weight::kilograms("250.0005".parse().unwrap())),
                    ..JobItem::default()
                },
                JobItem {
                    package_type: Some("Carton".to_owned()),
                    quantity: 3,
                    length: Some(Length::centimetres(240.into())),
                    weight: Some(Weight::kilograms(1.into())),
                    ..JobItem::default()
                },
            ],
            ..Job::default()
        };
        rules::measure(&mut job);
        let load = to_load(&job);
        assert_eq!((load.pallets, load.pieces, load.longest_mm), (2, 5, 2400));
        assert_eq!(load.litres, 2880);
        assert_eq!(load.grams, 503_001);
    }
}
