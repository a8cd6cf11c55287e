//! Kept positions: looked up by the areas that have addresses, found by a job, set by hand.

use std::sync::Arc;

use data::{Error, Result, Scope, Where};
use lookups::for_each_located;
use serde_json::json;
use work::{
    event::ScopeEvents,
    job::{NewJob, ScopeJobs},
};

use super::{
    POSITIONED, Positioned,
    address::PlacedAddress,
    locate::JOB,
    model::{AddressPosition, AddressPositionId, Position, PositionSource},
    rules::Surroundings,
};
use crate::service::Places;

/// Returns the kept position of an address, or that of its suburb. Enqueues the search for an
/// address that has none yet.
pub async fn locate(scope: &mut Scope, address: &PlacedAddress) -> Result<Option<Position>> {
    let Some(key) = address.key() else {
        return Ok(None);
    };
    let kept = load(scope, &key).await?;
    let is_due = kept.as_ref().is_none_or(|kept| kept.is_due(scope.now()));
    if is_due && !address.street_lines().is_empty() {
        let job = NewJob::new(JOB, json!(address)).with_dedup_key(key);
        scope.enqueue(job).await?;
    }
    match kept.and_then(|kept| kept.position()) {
        Some(position) => Ok(Some(position)),
        None => locate_suburb(scope, address).await,
    }
}

/// Returns the kept position of an address, or that of its suburb.
pub async fn known_position(
    scope: &mut Scope,
    address: &PlacedAddress,
) -> Result<Option<Position>> {
    let Some(key) = address.key() else {
        return Ok(None);
    };
    match find_position(scope, &key).await? {
        Some(position) => Ok(Some(position)),
        None => locate_suburb(scope, address).await,
    }
}

/// Returns the position that is kept for an address by its key.
pub async fn find_position(scope: &mut Scope, key: &str) -> Result<Option<Position>> {
    let kept = load(scope, key).await?;
    Ok(kept.and_then(|kept| kept.position()))
}

pub(super) async fn load(scope: &mut Scope, key: &str) -> Result<Option<AddressPosition>> {
    let narrow = Where::all().eq(AddressPosition::ADDRESS_KEY, key);
    scope.first(narrow).await
}

async fn locate_suburb(scope: &Scope, address: &PlacedAddress) -> Result<Option<Position>> {
    let middle = suburb(scope, address).await?;
    Ok(middle
        .map(|(latitude, longitude)| Position::new(latitude, longitude, PositionSource::Suburb)))
}

pub(super) async fn suburb(scope: &Scope, address: &PlacedAddress) -> Result<Option<(f64, f64)>> {
    let PlacedAddress {
        country_code,
        post_code,
        suburb,
        ..
    } = address;
    lookups::locate(scope, country_code, post_code, suburb).await
}

/// Loads the places around a position. A country without known towns has one everywhere.
pub(super) async fn surroundings(
    scope: &Scope,
    address: &PlacedAddress,
    (latitude, longitude): (f64, f64),
) -> Result<Surroundings> {
    let places: Arc<Places> = scope.port()?;
    let nearest = places.nearest(scope.host(), latitude, longitude).await?;
    let mut towns = 0;
    if nearest.is_none() {
        for_each_located(scope, &address.country_code, |_| towns += 1).await?;
    }
    Ok(Surroundings {
        suburb: suburb(scope, address).await?,
        has_town: nearest.is_some() || towns == 0,
    })
}

/// Stores a position for an address unless a person set one before; the caller commits.
pub(super) async fn store(
    scope: &mut Scope,
    address: &PlacedAddress,
    position: Option<(f64, f64)>,
    source: PositionSource,
) -> Result<()> {
    let Some(key) = address.key() else {
        return Ok(());
    };
    let millionths = |angle: fn((f64, f64)) -> f64| {
        let angle = position.map(angle);
        angle.map(crate::index::to_millionths)
    };
    let mut new = AddressPosition {
        id: AddressPositionId(0),
        row_version: 0,
        address_key: key.clone(),
        address: address.label(),
        latitude: millionths(|it| it.0),
        longitude: millionths(|it| it.1),
        source,
        located_time: scope.now(),
    };
    let before = match load(scope, &key).await? {
        None => {
            // Another call kept the same address at once: the job runs again.
            scope.insert(&mut new).await.map_err(conflict)?;
            None
        }
        Some(kept) => {
            scope.lock::<AddressPosition>(kept.id).await?;
            let kept: AddressPosition = scope.find(kept.id).await?;
            if kept.source == PositionSource::Manual && source != PositionSource::Manual {
                return Ok(());
            }
            (new.id, new.row_version) = (kept.id, kept.row_version);
            scope.update(&mut new).await?;
            Some(kept)
        }
    };
    let has_changed = before.and_then(|it| it.position()) != new.position();
    if has_changed {
        let positioned = Positioned { address_key: key };
        scope.publish(&POSITIONED, &positioned).await?;
    }
    Ok(())
}

fn conflict(error: Error) -> Error {
    match error.is_duplicate() {
        true => Error::Conflict,
        false => error,
    }
}
