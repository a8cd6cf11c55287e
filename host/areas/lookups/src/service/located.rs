//! Coordinates of a country's locations, for maps.

use data::{Result, Scope, db::Mode};
use rust_decimal::prelude::ToPrimitive;

use super::gazetteer::Gazetteer;
use crate::rules;

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
