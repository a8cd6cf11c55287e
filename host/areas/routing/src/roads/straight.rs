//! Travel along straight lines, with the detour and the speed of a profile.

use carriage::distance::Spot;
use tenancy::RoadProfile;

use super::{Travel, to_whole};
use crate::problem::places::{Position, degrees};

pub(super) fn travel(profile: RoadProfile, places: &[Position]) -> Travel {
    let detour = f64::from(profile.detour_percent) / 100.0;
    let metres_per_second = f64::from(profile.speed.max(1)) / 3.6;
    let to_spot = |&place: &Position| {
        let [longitude, latitude] = degrees(place);
        Spot::from_degrees(latitude, longitude)
    };
    let spots: Vec<Spot> = places.iter().map(to_spot).collect();
    let mut travel = Travel::default();
    for from in &spots {
        for to in &spots {
            let metres = from.metres_to(to) * detour;
            travel.distances.push(to_whole(metres));
            travel.durations.push(to_whole(metres / metres_per_second));
        }
    }
    travel
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
