//! Where a country's locations lie, for maps.

use kernel::{Result, Scope, db::Mode};
use rust_decimal::prelude::ToPrimitive;

use super::gazetteer::Gazetteer;
use crate::rules;

/// A location and where it lies.
#[derive(Debug, Clone, Copy)]
pub struct Located<'p> {
    pub post_code: &'p str,
    pub suburb: &'p str,
    pub state_code: &'p str,
    pub latitude: f64,
    pub longitude: f64,
}

/// Hands on every location of a country. There is none of a country that has more than are kept in memory.
pub async fn each_located(
    scope: &Scope,
    country: &str,
    mut take: impl FnMut(Located<'_>),
) -> Result<()> {
    let host = scope.host();
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let known = host.port::<Gazetteer>()?.known(&mut tx, country).await?;
    for known in known.iter() {
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

/// Where a place is: its suburb, or the middle of its post code where no suburb of the name is known there.
pub async fn located(
    scope: &Scope,
    country: &str,
    post_code: &str,
    suburb: &str,
) -> Result<Option<(f64, f64)>> {
    let suburb = rules::fold(suburb);
    let (mut own, mut sum, mut count) = (None, (0.0, 0.0), 0.0);
    each_located(scope, country, |place| {
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
