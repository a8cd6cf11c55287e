//! Points of roads in ten-millionths of a degree, and distances in metres.

use crate::Place;

const PARTS: f64 = 10_000_000.0;
const METRES_PER_DEGREE: f64 = 111_195.0;

pub fn to_parts(degrees: f64) -> i32 {
    (degrees * PARTS).round() as i32
}

pub fn to_degrees(parts: i32) -> f64 {
    f64::from(parts) / PARTS
}

/// Metres between two places close to each other.
pub fn metres(from: Place, to: Place) -> f64 {
    let (x, y) = offset(from, to);
    x.hypot(y)
}

/// Metres to the east and to the north.
fn offset(from: Place, to: Place) -> (f64, f64) {
    let turn = (to[0] - from[0] + 540.0).rem_euclid(360.0) - 180.0;
    let scale = ((from[1] + to[1]) / 2.0).to_radians().cos();
    (
        turn * scale * METRES_PER_DEGREE,
        (to[1] - from[1]) * METRES_PER_DEGREE,
    )
}

/// Points of an edge.
#[derive(Debug, Clone, Copy)]
pub struct Line<'g> {
    pub longitudes: &'g [i32],
    pub latitudes: &'g [i32],
}

/// The point of a line that is nearest to a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Metres from the place.
    pub distance: f64,
    /// Metres from the beginning of the line.
    pub along: f64,
}

impl<'g> Line<'g> {
    pub fn points(self) -> impl DoubleEndedIterator<Item = Place> + ExactSizeIterator + 'g {
        let all = self.longitudes.iter().zip(self.latitudes);
        all.map(|(&longitude, &latitude)| [to_degrees(longitude), to_degrees(latitude)])
    }

    pub fn length(self) -> f64 {
        let mut last: Option<Place> = None;
        self.points()
            .map(|point| last.replace(point).map_or(0.0, |last| metres(last, point)))
            .sum()
    }

    pub fn nearest(self, place: Place) -> Nearest {
        let mut best = Nearest {
            distance: f64::INFINITY,
            along: 0.0,
        };
        let (mut begun, mut last): (f64, Option<Place>) = (0.0, None);
        for point in self.points() {
            let Some(from) = last.replace(point) else {
                continue;
            };
            let (to_x, to_y) = offset(from, point);
            let (x, y) = offset(from, place);
            let length = to_x.hypot(to_y);
            let share = match length > 0.0 {
                true => ((x * to_x + y * to_y) / (length * length)).clamp(0.0, 1.0),
                false => 0.0,
            };
            let distance = (x - share * to_x).hypot(y - share * to_y);
            if distance < best.distance {
                best = Nearest {
                    distance,
                    along: begun + share * length,
                };
            }
            begun += length;
        }
        best
    }

    /// Returns the points between two distances from the beginning, in the direction from the
    /// first to the second.
    pub fn part(self, from: f64, to: f64) -> Vec<Place> {
        let (low, high) = (from.min(to), from.max(to));
        let (mut begun, mut last): (f64, Option<Place>) = (0.0, None);
        let mut part = Vec::new();
        for point in self.points() {
            let Some(start) = last.replace(point) else {
                continue;
            };
            let length = metres(start, point);
            let at = |along: f64| {
                let share = match length > 0.0 {
                    true => ((along - begun) / length).clamp(0.0, 1.0),
                    false => 0.0,
                };
                [0, 1].map(|axis| start[axis] + share * (point[axis] - start[axis]))
            };
            if low <= begun + length && high >= begun {
                part.push(at(low));
                part.push(at(high));
            }
            begun += length;
        }
        part.dedup();
        if from > to {
            part.reverse();
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// East for a thousandth of a degree on the equator, then north.
    const LONGITUDES: [i32; 3] = [0, 10_000, 10_000];
    const LATITUDES: [i32; 3] = [0, 0, 10_000];
    const SIDE: f64 = 111.195;

    fn line() -> Line<'static> {
        Line {
            longitudes: &LONGITUDES,
            latitudes: &LATITUDES,
        }
    }

    #[test]
    fn a_place_is_nearest_to_a_point_between_corners() {
        assert!((line().length() - 2.0 * SIDE).abs() < 0.01);
        let nearest = line().nearest([0.000_5, 0.000_1]);
        assert!((nearest.distance - 11.12).abs() < 0.01, "{nearest:?}");
        assert!((nearest.along - SIDE / 2.0).abs() < 0.01);
        let beyond = line().nearest([0.001, 0.002]);
        assert!((beyond.along - 2.0 * SIDE).abs() < 0.01 && (beyond.distance - SIDE).abs() < 0.01);
    }

    #[test]
    fn a_part_runs_in_its_direction() {
        let near = |points: &[Place], expected: &[Place]| {
            points.len() == expected.len()
                && points
                    .iter()
                    .zip(expected)
                    .all(|(a, b)| metres(*a, *b) < 0.1)
        };
        let part = line().part(SIDE / 2.0, 1.5 * SIDE);
        let expected = [[0.000_5, 0.0], [0.001, 0.0], [0.001, 0.000_5]];
        assert!(near(&part, &expected), "{part:?}");
        let back = line().part(1.5 * SIDE, SIDE / 2.0);
        let reversed: Vec<Place> = expected.into_iter().rev().collect();
        assert!(near(&back, &reversed), "{back:?}");
    }
}
