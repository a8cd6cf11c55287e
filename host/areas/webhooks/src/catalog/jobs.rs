//! Payloads of job events: the job in its current state.

use data::{Result, Scope, ids::DriverId};
use futures_util::{FutureExt, future::BoxFuture};
use jobs::{FreightJobId, events, webhook_payload};
use serde_json::Value;

use crate::catalog::EventContent;

async fn job(scope: &mut Scope, id: FreightJobId) -> Result<EventContent> {
    let (customer, record) = webhook_payload::load_payload(scope, id).await?.unzip();
    Ok(EventContent::from_record(
        "job",
        id.0,
        customer.flatten(),
        record,
    ))
}

pub fn created(
    scope: &mut Scope,
    version: i64,
    payload: Value,
) -> BoxFuture<'_, Result<EventContent>> {
    async move { job(scope, events::CREATED.read(version, payload)?.job_id).await }.boxed()
}

pub fn status_changed(
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

pub fn allocated(
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

pub fn sample() -> Result<EventContent> {
    let record = webhook_payload::sample()?;
    let id = record["id"].as_i64().unwrap_or_default();
    Ok(EventContent::from_record("job", id, None, Some(record)))
}

pub fn sample_status_change() -> Result<EventContent> {
    Ok(sample()?
        .with_brief("previousStatus", "Unallocated")
        .with_brief("status", "Allocated"))
}

pub fn sample_allocation() -> Result<EventContent> {
    Ok(with_drivers(sample()?, Some(DriverId(12)), None))
}
