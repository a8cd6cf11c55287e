//! Estimates of road distances.

use carriage::distance::Spot;
use data::{Result, Scope};

use crate::lanes::Place;

/// Road to straight line: 1.2 to 1.5 in most countries.
const DETOUR: f64 = 1.3;
/// 60 km/h.
const METRES_PER_MINUTE: u64 = 1_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    pub metres: u64,
    pub minutes: u32,
}

/// Estimates 1.3 times the straight line, at 60 km/h.
pub(crate) async fn estimate(scope: &Scope, from: &Place, to: &Place) -> Result<Option<Way>> {
    let mut ends = Vec::with_capacity(2);
    for place in [from, to] {
        ends.extend(
            lookups::locate(scope, &place.country_code, &place.post_code, &place.suburb).await?,
        );
    }
    let [from, to] = ends[..] else {
        return Ok(None);
    };
    Ok(Some(way_between(from, to)))
}

/// Takes latitude and longitude, in degrees.
fn way_between(from: (f64, f64), to: (f64, f64)) -> Way {
    let spot = |(latitude, longitude): (f64, f64)| Spot::from_degrees(latitude, longitude);
    let metres = spot(from).metres_to(&spot(to)) * DETOUR;
    // Bounded by half the Earth's circumference.
    let metres = metres.round() as u64;
    Way {
        metres,
        minutes: minutes(metres),
    }
}

pub(crate) fn minutes(metres: u64) -> u32 {
    u32::try_from(metres.div_ceil(METRES_PER_MINUTE)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_longer_than_the_straight_line() {
        // Melbourne to Sydney: 713 km in a straight line, 880 km by road.
        let way = way_between((-37.8136, 144.9631), (-33.8688, 151.2093));
        assert!((920_000..935_000).contains(&way.metres), "{way:?}");
        assert_eq!(u64::from(way.minutes), way.metres.div_ceil(1_000));
        assert_eq!(
            way_between((10.0, 20.0), (10.0, 20.0)),
            Way {
                metres: 0,
                minutes: 0
            }
        );
    }
}
