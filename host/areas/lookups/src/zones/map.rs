//! Map of zones: a point for every postcode of their countries.

use std::collections::{BTreeMap, BTreeSet};

use data::{Result, Scope};
use schemars::JsonSchema;
use serde::Serialize;

use super::assign::Assignment;

/// Above it, nearby points of a zone are merged.
const MAX_POINTS: usize = 6_000;
/// Countries with the most places.
const MAX_COUNTRIES: usize = 8;
/// Initial merge square, in degrees.
const SMALLEST_SQUARE: f64 = 0.05;

/// A place of a zone, for the map.
#[derive(Debug, Clone, Copy, Default)]
pub struct MapPlace<'p> {
    pub state_code: Option<&'p str>,
    pub post_code: Option<&'p str>,
    pub post_code_to: Option<&'p str>,
    pub suburb_key: Option<&'p str>,
}

/// Zones on a map.
pub struct ZoneMap {
    pub points: Points,
    /// Number of places and of localities of each zone.
    pub counts: Vec<(usize, usize)>,
    /// Places without coordinates, as indexes.
    pub unlocated: Vec<usize>,
}

/// Points as columns: one point has the same index in each list.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ZoneMapPoints")]
pub struct Points {
    pub latitude: Vec<f64>,
    pub longitude: Vec<f64>,
    /// Index into `zones`; null: in no zone.
    pub zone: Vec<Option<usize>>,
    /// Number of suburbs and towns merged.
    pub localities: Vec<usize>,
    /// Post code; empty for several.
    pub post_code: Vec<String>,
}

/// Nearby locations of one zone.
#[derive(Default)]
pub(super) struct Point {
    pub latitude: f64,
    pub longitude: f64,
    pub localities: usize,
    pub post_codes: BTreeSet<String>,
}

impl Point {
    pub fn add(&mut self, other: Self) {
        let (own, others) = (self.localities as f64, other.localities as f64);
        let mean = |one: f64, two: f64| (one * own + two * others) / (own + others);
        self.latitude = mean(self.latitude, other.latitude);
        self.longitude = mean(self.longitude, other.longitude);
        self.localities += other.localities;
        self.post_codes.extend(other.post_codes);
    }
}

pub(super) type OfZone = Vec<(Option<usize>, Point)>;

/// Places of one country: their indexes among all, and each with its zone's index.
#[derive(Default)]
struct OfCountry<'p> {
    indexes: Vec<usize>,
    places: Vec<(usize, MapPlace<'p>)>,
}

/// Draws places: the zone's index, the country and the place of each, ordered by id. Of duplicates
/// the first counts.
pub async fn draw_map<'p>(
    scope: &Scope,
    zones: usize,
    places: impl Iterator<Item = (usize, &'p str, MapPlace<'p>)>,
    by_post_code_alone: bool,
) -> Result<ZoneMap> {
    let mut counts = vec![(0, 0); zones];
    let mut by_country: BTreeMap<&str, OfCountry<'p>> = BTreeMap::new();
    for (at, (zone, country, place)) in places.enumerate() {
        counts[zone].0 += 1;
        let of_country = by_country.entry(country).or_default();
        of_country.indexes.push(at);
        of_country.places.push((zone, place));
    }
    let mut countries: Vec<_> = by_country.into_iter().collect();
    countries.sort_by_key(|(_, OfCountry { indexes, .. })| std::cmp::Reverse(indexes.len()));
    let (mut points, mut unlocated) = (OfZone::new(), Vec::new());
    for (nth, (country, OfCountry { indexes, places })) in countries.into_iter().enumerate() {
        let mut assigned = Assignment::new(&places, by_post_code_alone);
        if nth < MAX_COUNTRIES {
            crate::for_each_located(scope, country, |known| assigned.assign(known)).await?;
        }
        let (found, unknown) = assigned.finish();
        for (zone, point) in &found {
            if let Some(zone) = zone {
                counts[*zone].1 += point.localities;
            }
        }
        points.extend(found);
        unlocated.extend(unknown.into_iter().map(|at| indexes[at]));
    }
    Ok(ZoneMap {
        points: columns(merge_points(points)),
        counts,
        unlocated,
    })
}

/// Merges points in growing squares until they are few enough.
fn merge_points(mut points: OfZone) -> OfZone {
    let mut side = SMALLEST_SQUARE;
    while points.len() > MAX_POINTS {
        let mut squares: BTreeMap<(Option<usize>, i64, i64), Point> = BTreeMap::new();
        for (zone, point) in points {
            let square = |angle: f64| (angle / side).floor() as i64;
            squares
                .entry((zone, square(point.latitude), square(point.longitude)))
                .or_default()
                .add(point);
        }
        points = squares
            .into_iter()
            .map(|((zone, ..), point)| (zone, point))
            .collect();
        side *= 2.0;
    }
    points
}

fn columns(points: OfZone) -> Points {
    let mut columns = Points::default();
    let round = |angle: f64| (angle * 10_000.0).round() / 10_000.0;
    for (zone, point) in points {
        columns.latitude.push(round(point.latitude));
        columns.longitude.push(round(point.longitude));
        columns.zone.push(zone);
        columns.localities.push(point.localities);
        let mut post_codes = point.post_codes.into_iter();
        columns.post_code.push(
            post_codes
                .next()
                .filter(|_| post_codes.next().is_none())
                .unwrap_or_default(),
        );
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(latitude: f64, longitude: f64, post_code: &str) -> Point {
        Point {
            latitude,
            longitude,
            localities: 1,
            post_codes: BTreeSet::from([post_code.to_owned()]),
        }
    }

    #[test]
    fn points_that_are_too_many_are_gathered_by_zone() {
        let grid = |zone| {
            (0..4_000).map(move |at| {
                (
                    zone,
                    point(f64::from(at / 80) * 0.1, f64::from(at % 80) * 0.1, "1"),
                )
            })
        };
        let all: OfZone = grid(Some(0)).chain(grid(None)).collect();
        let fewer = merge_points(all);
        assert!(fewer.len() <= MAX_POINTS, "{}", fewer.len());
        let of = |wanted| {
            fewer
                .iter()
                .filter(|(zone, _)| *zone == wanted)
                .map(|(_, point)| point.localities)
                .sum::<usize>()
        };
        assert_eq!((of(Some(0)), of(None)), (4_000, 4_000));
        assert!(
            fewer
                .iter()
                .all(|(_, point)| (0.0..5.0).contains(&point.latitude))
        );
    }

    #[test]
    fn a_point_of_several_post_codes_names_none() {
        let mut both = point(10.0, 20.0, "3000");
        both.add(point(11.0, 22.0, "3001"));
        let columns = columns(vec![(Some(3), both), (None, point(1.0, 2.0, "3002"))]);
        assert_eq!(columns.post_code, ["", "3002"]);
        assert_eq!(
            (
                columns.latitude[0],
                columns.longitude[0],
                columns.localities[0]
            ),
            (10.5, 21.0, 2)
        );
    }
}
