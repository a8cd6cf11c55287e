//! Line hauls for demonstrations and tests.

use chrono::{DateTime, TimeDelta, Utc};
use data::{Change, Result, Scope, ids::DriverId};
use jobs::FreightJobId;
use rust_decimal::Decimal;

use crate::{
    hauls::{
        change,
        model::{Capacity, HeadPortRef, LineHaul, LineHaulId},
        process, save,
        status::LineHaulOperation,
    },
    loads::{allocate, articles, unload, views::load_rows},
};

/// A line haul with its jobs.
#[derive(Debug, Clone)]
pub struct SeedLineHaul<'a> {
    /// Codes of the head ports.
    pub lane: [&'static str; 2],
    pub departure: DateTime<Utc>,
    pub arrival: DateTime<Utc>,
    pub driver: Option<DriverId>,
    pub note: &'static str,
    /// Kilograms, cubic metres and pallet spaces.
    pub capacity: [i64; 3],
    pub jobs: &'a [FreightJobId],
    /// Articles that are not loaded.
    pub not_loaded: usize,
    /// Articles that are unloaded at the destination; none for a line haul that is loading.
    pub unloaded: Option<usize>,
}

/// Adds a line haul, loads it, and lets it arrive; the caller commits.
pub async fn add(scope: &mut Scope, seed: SeedLineHaul<'_>) -> Result<LineHaulId> {
    let [start, destination] = seed.lane.map(|code| HeadPortRef {
        code: code.to_owned(),
        ..HeadPortRef::default()
    });
    let [weight, volume, pallet_spaces] = seed.capacity.map(|most| Some(Decimal::from(most)));
    let haul = LineHaul {
        start_head_port: start,
        destination_head_port: destination,
        departure_time: Some(seed.departure),
        arrival_time: Some(seed.arrival),
        note: Some(seed.note.to_owned()),
        capacity: Capacity {
            weight,
            volume,
            pallet_spaces,
        },
        ..LineHaul::default()
    };
    let id = save::save(scope, Change::from_form(haul), None).await?.id;
    for allocated in allocate::allocate_jobs(scope, id, seed.jobs, false).await? {
        allocated.result?;
    }
    let mut numbers: Vec<String> = load_rows(scope, id).await?.into_keys().collect();
    numbers.sort_unstable();
    numbers.truncate(numbers.len().saturating_sub(seed.not_loaded));
    for loaded in articles::load_articles(scope, id, &numbers, false).await? {
        loaded.result?;
    }
    if let Some(count) = seed.unloaded {
        for operation in [
            LineHaulOperation::Close,
            LineHaulOperation::Depart,
            LineHaulOperation::Arrive,
        ] {
            process::run(scope, id, operation, "").await?;
        }
        numbers.truncate(count);
        for unloaded in unload::unload_articles(scope, id, &numbers).await? {
            unloaded.result?;
        }
    }
    put_in_time(scope, id, &seed).await?;
    Ok(id)
}

/// Sets the driver, and the times that a line haul of an earlier day has.
async fn put_in_time(scope: &mut Scope, id: LineHaulId, seed: &SeedLineHaul<'_>) -> Result<()> {
    let mut haul = change::lock(scope, id).await?;
    let before = haul.clone();
    if let Some(driver) = seed.driver {
        haul.driver_id = Some(driver);
        haul.driver_name = Some(drivers::find_driver(scope, driver).await?);
    }
    if haul.departed_time.is_some() {
        haul.departed_time = Some(seed.departure + TimeDelta::minutes(4));
        haul.arrived_time = Some(seed.arrival.min(scope.now()));
    }
    change::store(scope, &mut haul, &before, Some("Edit".to_owned())).await
}
