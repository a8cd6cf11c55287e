//! Event types of jobs. The payload is the job in its current state.

use data::{Result, Scope, ids::DriverId};
use futures_util::{FutureExt, future::BoxFuture};
use jobs::{
    FreightJobId,
    access::{JOB, JOBS},
    events, webhook_payload,
};
use serde_json::Value;

use crate::catalog::{EventContent, EventText, EventType, Read};

pub(super) const CREATED: EventType = job_type(
    "job.created",
    EventText::new(
        "Job created",
        "A job was added, by a person or with a booking on your own vehicles.",
    ),
    events::CREATED.name,
    created,
    sample,
);

pub(super) const STATUS_CHANGED: EventType = job_type(
    "job.status_changed",
    EventText::new(
        "Job status changed",
        "The status of a job changed: allocated, picked up, delivered and all others.",
    ),
    events::STATUS_CHANGED.name,
    status_changed,
    sample_status_change,
);

pub(super) const ALLOCATED: EventType = job_type(
    "job.allocated",
    EventText::new(
        "Job allocated",
        "A job was given to a driver or taken back.",
    ),
    events::ALLOCATED.name,
    allocated,
    sample_allocation,
);

const fn job_type(
    name: &'static str,
    text: EventText,
    feed: &'static str,
    read: Read,
    sample: fn() -> Result<EventContent>,
) -> EventType {
    EventType {
        name,
        group: "Jobs",
        text,
        feed,
        permission: JOB,
        feature: JOBS,
        read,
        sample,
    }
}

async fn job(scope: &mut Scope, id: FreightJobId) -> Result<EventContent> {
    let (customer, record) = webhook_payload::load_payload(scope, id).await?.unzip();
    Ok(EventContent::from_record(
        "job",
        id.0,
        customer.flatten(),
        record,
    ))
}

fn created(scope: &mut Scope, version: i64, payload: Value) -> BoxFuture<'_, Result<EventContent>> {
    async move { job(scope, events::CREATED.read(version, payload)?.job_id).await }.boxed()
}

fn status_changed(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let change = events::STATUS_CHANGED.read(version, payload)?;
        let happened = job(scope, change.job_id).await?;
        Ok(happened
            .with_brief("previousStatus", change.from.as_str())
            .with_brief("status", change.to.as_str()))
    }
    .boxed()
}

fn allocated(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move {
        let allocation = events::ALLOCATED.read(version, payload)?;
        let happened = job(scope, allocation.job_id).await?;
        Ok(with_drivers(
            happened,
            allocation.driver_id,
            allocation.before,
        ))
    }
    .boxed()
}

fn with_drivers(
    mut happened: EventContent,
    driver: Option<DriverId>,
    before: Option<DriverId>,
) -> EventContent {
    for (name, driver) in [("driverId", driver), ("previousDriverId", before)] {
        for members in [&mut happened.data, &mut happened.brief] {
            members.insert(name.to_owned(), driver.map(|driver| driver.0).into());
        }
    }
    happened
}

fn sample() -> Result<EventContent> {
    let record = webhook_payload::sample()?;
    let id = record["id"].as_i64().unwrap_or_default();
    Ok(EventContent::from_record("job", id, None, Some(record)))
}

fn sample_status_change() -> Result<EventContent> {
    Ok(sample()?
        .with_brief("previousStatus", "Unallocated")
        .with_brief("status", "Allocated"))
}

fn sample_allocation() -> Result<EventContent> {
    Ok(with_drivers(sample()?, Some(DriverId(12)), None))
}
