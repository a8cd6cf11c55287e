//! Tracks: encoded polylines of precision 5, simplified, with a new line after a gap.

use carriage::polyline;
use chrono::{DateTime, TimeDelta, Utc};

/// A new line begins after this long without a position.
const MAX_GAP: TimeDelta = TimeDelta::minutes(10);
/// Millionths of a degree, about 5 m: points closer to the line than this are left out.
const TOLERANCE: f64 = 45.0;

/// A position in millionths of a degree, and its moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    pub latitude: i64,
    pub longitude: i64,
    pub time: DateTime<Utc>,
}

/// Returns the lines of a track sorted by time.
pub(super) fn lines(points: &[Point]) -> Vec<String> {
    points
        .chunk_by(|before, after| after.time - before.time <= MAX_GAP)
        .map(|line| polyline::encode(simplify(line).iter().map(|it| [it.longitude, it.latitude])))
        .collect()
}

/// Leaves out points that a line between their neighbours passes (Douglas and Peucker, 1973).
fn simplify(line: &[Point]) -> Vec<Point> {
    let mut keeps = vec![false; line.len()];
    let mut parts = Vec::new();
    if let Some(last) = line.len().checked_sub(1) {
        keeps[0] = true;
        keeps[last] = true;
        parts.push((0, last));
    }
    while let Some((from, to)) = parts.pop() {
        let farthest = (from + 1..to)
            .map(|at| (at, distance(line[at], line[from], line[to])))
            .max_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((at, distance)) = farthest
            && distance > TOLERANCE
        {
            keeps[at] = true;
            parts.extend([(from, at), (at, to)]);
        }
    }
    let kept = line.iter().zip(keeps).filter(|(_, keep)| *keep);
    kept.map(|(point, _)| *point).collect()
}

/// Distance of a point from a line in millionths of a degree of latitude.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let narrowing = (from.latitude as f64 / 1e6).to_radians().cos();
    let flat = |it: Point| {
        (
            (it.longitude - from.longitude) as f64 * narrowing,
            (it.latitude - from.latitude) as f64,
        )
    };
    let ((x, y), (end_x, end_y)) = (flat(point), flat(to));
    let length = end_x * end_x + end_y * end_y;
    let along = match length > 0.0 {
        true => ((x * end_x + y * end_y) / length).clamp(0.0, 1.0),
        false => 0.0,
    };
    (x - along * end_x).hypot(y - along * end_y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(latitude: f64, longitude: f64, seconds: i64) -> Point {
        let parts = |degrees: f64| (degrees * 1e6).round() as i64;
        Point {
            latitude: parts(latitude),
            longitude: parts(longitude),
            time: DateTime::from_timestamp(seconds, 0).unwrap(),
        }
    }

    #[test]
    fn the_published_example_is_encoded() {
        let points = [
            point(38.5, -120.2, 0),
            point(40.7, -120.95, 60),
            point(43.252, -126.453, 120),
        ];
        assert_eq!(lines(&points), ["_p~iF~ps|U_ulLnnqC_mqNvxq`@"]);
    }

    #[test]
    fn a_line_ends_at_a_gap() {
        let points = [
            point(1.0, 1.0, 0),
            point(1.1, 1.0, 600),
            point(1.2, 1.0, 1201),
        ];
        assert_eq!(lines(&points).len(), 2);
        assert_eq!(lines(&[]), Vec::<String>::new());
    }

    #[test]
    fn points_on_the_way_are_left_out() {
        let straight: Vec<Point> = (0..100)
            .map(|at| point(1.0 + f64::from(at) * 0.001, 1.0, i64::from(at)))
            .collect();
        assert_eq!(simplify(&straight), [straight[0], straight[99]]);
        let mut bent = straight.clone();
        bent[50].longitude += 200;
        assert_eq!(simplify(&bent).len(), 5);
    }
}
