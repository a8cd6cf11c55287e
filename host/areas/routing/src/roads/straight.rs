//! Travel along straight lines, with the detour and the speed of a profile.

use tenancy::RoadProfile;

use super::{Travel, to_whole};
use crate::problem::places::{Position, degrees};

/// Mean radius of the Earth in metres.
const EARTH_RADIUS: f64 = 6_371_008.8;

pub(super) fn travel(profile: RoadProfile, places: &[Position]) -> Travel {
    let detour = f64::from(profile.detour_percent) / 100.0;
    let metres_per_second = f64::from(profile.speed.max(1)) / 3.6;
    let angles: Vec<[f64; 2]> = places
        .iter()
        .map(|&place| degrees(place).map(f64::to_radians))
        .collect();
    let mut travel = Travel::default();
    for from in &angles {
        for to in &angles {
            let metres = line(from, to) * detour;
            travel.distances.push(to_whole(metres));
            travel.durations.push(to_whole(metres / metres_per_second));
        }
    }
    travel
}

/// Length of the great circle between two places.
fn line(&[from_longitude, from_latitude]: &[f64; 2], &[longitude, latitude]: &[f64; 2]) -> f64 {
    let half = |angle: f64| (angle / 2.0).sin().powi(2);
    let across = from_latitude.cos() * latitude.cos() * half(longitude - from_longitude);
    let square = half(latitude - from_latitude) + across;
    2.0 * EARTH_RADIUS * square.clamp(0.0, 1.0).sqrt().asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_length_and_its_time() {
        let melbourne = [144_963_100, -37_813_600];
        let sydney = [151_209_300, -33_868_800];
        let profile = RoadProfile {
            detour_percent: 200,
            speed: 72,
        };
        let travel = travel(profile, &[melbourne, sydney]);
        assert_eq!(travel.distances[0], 0);
        assert_eq!(travel.distances[1], travel.distances[2]);
        // The great circle between both cities has 713 km.
        assert!(
            (1_425_000..1_428_000).contains(&travel.distances[1]),
            "{travel:?}"
        );
        assert_eq!(
            travel.durations[1],
            (f64::from(travel.distances[1]) / 20.0).round() as u32
        );
    }
}
