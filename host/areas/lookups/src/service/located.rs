//! Where a country's locations lie, for maps.

use kernel::{Result, Scope, db::Mode};
use rust_decimal::prelude::ToPrimitive;

use super::gazetteer::Gazetteer;

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
pub async fn each_located(scope: &Scope, country: &str, mut take: impl FnMut(Located<'_>)) -> Result<()> {
    let host = scope.host();
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let known = host.port::<Gazetteer>()?.known(&mut tx, country).await?;
    for known in known.iter() {
        let place = &known.place;
        let (Some(latitude), Some(longitude)) = (place.latitude.to_f64(), place.longitude.to_f64()) else { continue };
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
