//! Jobs for demonstrations and tests.

use carriage::{
    address::Address,
    quantity::{Length, Weight},
};
use chrono::{DateTime, NaiveDate, Utc};
use data::{
    Result, Scope,
    ids::{CustomerId, DriverId},
};
use rust_decimal::Decimal;

use crate::jobs::{
    agents, articles, change,
    log::{Entry, LoggedFreightOperation},
    model::{FreightJobId, Job, JobAddress, JobItem, JobType},
    positions, save,
    status::JobStatus,
};

/// A job in the state that it has after its operations.
#[derive(Debug, Clone)]
pub struct SeedJob {
    pub job_type: JobType,
    pub status: JobStatus,
    pub customer: Option<CustomerId>,
    /// Needed for the states of an agent.
    pub driver: Option<DriverId>,
    pub from: Address,
    pub to: Address,
    pub reference: Option<String>,
    pub pickup_date: NaiveDate,
    pub ready: Option<DateTime<Utc>>,
    pub deadline: Option<DateTime<Utc>>,
    pub time_slot: Option<&'static str>,
    /// Packaging, description, pieces, kilograms of one, and its sides in centimetres.
    pub goods: (&'static str, &'static str, i64, i64, [i64; 3]),
}

/// Adds a job; the caller commits.
pub async fn add(scope: &mut Scope, seed: SeedJob) -> Result<FreightJobId> {
    let address = |address: Address| Some(JobAddress::default().with_address(address));
    let (package, description, quantity, kilograms, [length, width, height]) = seed.goods;
    let side = |cm: i64| Some(Length::centimetres(Decimal::from(cm)));
    let mut job = Job {
        job_type: seed.job_type,
        customer_id: seed.customer,
        from_address: address(seed.from),
        to_address: address(seed.to),
        reference: seed.reference,
        pickup_date: Some(seed.pickup_date),
        pickup_ready_time: seed.ready,
        deadline: seed.deadline,
        time_slot: seed.time_slot.map(str::to_owned),
        items: vec![JobItem {
            package_type: Some(package.to_owned()),
            description: Some(description.to_owned()),
            quantity,
            length: side(length),
            width: side(width),
            height: side(height),
            weight: Some(Weight::kilograms(Decimal::from(kilograms))),
            ..JobItem::default()
        }],
        job_status: match seed.status {
            JobStatus::Draft => JobStatus::Draft,
            _ => JobStatus::Unallocated,
        },
        ..Job::default()
    };
    save::derive(scope, &mut job).await?;
    positions::complete(scope, &mut job).await?;
    let mut job = save::create(scope, job).await?;
    if job.job_status != seed.status {
        move_to(scope, &mut job, seed.status, seed.driver).await?;
    }
    Ok(job.id)
}

async fn move_to(
    scope: &mut Scope,
    job: &mut Job,
    status: JobStatus,
    driver: Option<DriverId>,
) -> Result<()> {
    let before = job.job_status;
    if status == JobStatus::OnHold {
        job.held_status = Some(before);
    }
    if let Some(driver) = driver {
        agents::give(scope, job, driver).await?;
    }
    match status {
        JobStatus::Delivered => drop(articles::deliver(scope, job, None).await?),
        JobStatus::PartiallyDelivered => {
            let numbers = job.items.iter().flat_map(|item| &item.article_numbers);
            let first: Vec<String> = numbers.take(1).cloned().collect();
            articles::deliver(scope, job, Some(&first)).await?;
        }
        _ => {}
    }
    job.job_status = status;
    let entry = Entry::new(LoggedFreightOperation::Edit).with_value(status.as_str());
    change::store(scope, job, before, entry).await
}
