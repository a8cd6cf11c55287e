//! Coordinates and states of a country's locations.

use data::{Host, Result, Scope, db::Mode, ids::LocationId};
use rust_decimal::prelude::ToPrimitive;

use super::gazetteer::Gazetteer;
use crate::{model, rules, store};

/// Locations read at once.
const BATCH: i64 = 5_000;

/// A suburb or town of any country.
#[derive(Debug, Clone)]
pub struct Locality {
    pub id: LocationId,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
    pub post_code: String,
    pub suburb: String,
    /// Code where the country has common ones, otherwise the name.
    pub state: String,
    pub latitude: f64,
    pub longitude: f64,
}

impl From<model::Place> for Locality {
    fn from(place: model::Place) -> Self {
        let view = rules::location_view(place);
        Self {
            id: view.id,
            country_code: view.country_code,
            post_code: view.post_code,
            suburb: view.suburb,
            state: view.state,
            latitude: view.latitude.to_f64().unwrap_or_default(),
            longitude: view.longitude.to_f64().unwrap_or_default(),
        }
    }
}

/// Calls for every locality, with few in memory at once.
pub async fn for_each_locality(host: &Host, mut take: impl FnMut(Locality)) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let mut last = LocationId(0);
    loop {
        let batch = store::locations_after(&mut tx, last, BATCH).await?;
        let Some(end) = batch.last() else {
            return Ok(());
        };
        last = end.id;
        batch.into_iter().map(Locality::from).for_each(&mut take);
    }
}

/// Differs once localities are added or removed.
pub async fn localities_version(host: &Host) -> Result<String> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let (count, newest) = store::count_all_locations(&mut tx).await?;
    Ok(format!("{count}-{newest}"))
}

#[derive(Debug, Clone, Copy)]
pub struct Located<'p> {
    pub post_code: &'p str,
    pub suburb: &'p str,
    pub state_code: &'p str,
    pub latitude: f64,
    pub longitude: f64,
}

/// Calls nothing for a country too large to cache.
pub async fn for_each_located(
    scope: &Scope,
    country: &str,
    mut take: impl FnMut(Located<'_>),
) -> Result<()> {
    let host = scope.host();
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let locations = host
        .port::<Gazetteer>()?
        .country_locations(&mut tx, country)
        .await?;
    for known in locations.iter() {
        let place = &known.place;
        let (Some(latitude), Some(longitude)) = (place.latitude.to_f64(), place.longitude.to_f64())
        else {
            continue;
        };
        take(Located {
            post_code: &place.post_code,
            suburb: &place.suburb,
            state_code: &place.state_code,
            latitude,
            longitude,
        });
    }
    Ok(())
}

/// The code of a known suburb's state.
pub async fn find_state(
    scope: &Scope,
    country: &str,
    post_code: &str,
    suburb: &str,
) -> Result<Option<String>> {
    let suburb = rules::fold(suburb);
    let mut state = None;
    for_each_located(scope, country, |place| {
        if state.is_none()
            && place.post_code.eq_ignore_ascii_case(post_code.trim())
            && rules::fold(place.suburb) == suburb
        {
            state = Some(place.state_code.to_owned());
        }
    })
    .await?;
    Ok(state.filter(|code| !code.is_empty()))
}

/// The suburb's coordinates, or the middle of the postcode for an unknown suburb.
pub async fn locate(
    scope: &Scope,
    country: &str,
    post_code: &str,
    suburb: &str,
) -> Result<Option<(f64, f64)>> {
    let suburb = rules::fold(suburb);
    let (mut own, mut sum, mut count) = (None, (0.0, 0.0), 0.0);
    for_each_located(scope, country, |place| {
        if place.post_code.eq_ignore_ascii_case(post_code.trim()) {
            let at = (place.latitude, place.longitude);
            if rules::fold(place.suburb) == suburb {
                own = Some(at);
            }
            sum = (sum.0 + at.0, sum.1 + at.1);
            count += 1.0;
        }
    })
    .await?;
    Ok(own.or_else(|| (count > 0.0).then(|| (sum.0 / count, sum.1 / count))))
}
