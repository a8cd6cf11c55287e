//! Map of a card's zones: a point for every post code of their countries.

pub mod assign;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use data::{Result, Scope, Where, ids::RateCardId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::zones::map::assign::Assignment;
use crate::{
    access::{FEATURE, RATES},
    rate_cards::model::RateCard,
    zones::{
        locations::RateZoneLocation,
        routes::{RateZone, RateZoneId},
    },
};

/// Above it, nearby points of a zone are merged.
const MAX_POINTS: usize = 6_000;
/// Countries with the most places.
const MAX_COUNTRIES: usize = 8;
/// Initial merge square, in degrees.
const SMALLEST_SQUARE: f64 = 0.05;
const MAX_NAMED: usize = 20;

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/zone")
        .feature(FEATURE)
        .get("map", RATES, map)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CardQuery {
    rate_card_id: RateCardId,
}

/// A card's active zones on a map.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RateZoneMap {
    /// Ordered by code.
    zones: Vec<MappedZone>,
    points: Points,
    /// Number of places in the zones.
    places: usize,
    /// Number of places without known coordinates.
    unlocated: usize,
    /// Examples of them, of at most twenty zones or post codes.
    unlocated_examples: Vec<RateZoneLocation>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MappedZone {
    id: RateZoneId,
    code: String,
    name: String,
    /// Number of places.
    places: usize,
    /// Number of suburbs and towns.
    localities: usize,
}

/// Points as columns: one point has the same index in each list.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateZoneMapPoints")]
struct Points {
    latitude: Vec<f64>,
    longitude: Vec<f64>,
    /// Index into `zones`; null: in no zone.
    zone: Vec<Option<usize>>,
    /// Number of suburbs and towns merged.
    localities: Vec<usize>,
    /// Post code; empty for several.
    post_code: Vec<String>,
}

/// Nearby locations of one zone.
#[derive(Default)]
pub struct Point {
    latitude: f64,
    longitude: f64,
    localities: usize,
    post_codes: BTreeSet<String>,
}

impl Point {
    fn add(&mut self, other: Self) {
        let (own, others) = (self.localities as f64, other.localities as f64);
        let mean = |one: f64, two: f64| (one * own + two * others) / (own + others);
        self.latitude = mean(self.latitude, other.latitude);
        self.longitude = mean(self.longitude, other.longitude);
        self.localities += other.localities;
        self.post_codes.extend(other.post_codes);
    }
}

type OfZone = Vec<(Option<usize>, Point)>;

async fn map(mut scope: Scope, parent: CardQuery) -> Result<RateZoneMap> {
    let card: RateCard = scope.find(parent.rate_card_id).await?;
    let active = Where::all()
        .eq(RateZone::RATE_CARD_ID, card.id)
        .eq(RateZone::IS_ACTIVE, true);
    let mut zones: Vec<RateZone> = scope.all(active).await?;
    zones.sort_by(|one, other| one.code_key.cmp(&other.code_key));
    let index_of: HashMap<RateZoneId, usize> = zones
        .iter()
        .enumerate()
        .map(|(at, zone)| (zone.id, at))
        .collect();
    let mut places: Vec<RateZoneLocation> = scope
        .all(Where::all().eq(RateZoneLocation::RATE_CARD_ID, card.id))
        .await?;
    places.retain(|place| index_of.contains_key(&place.zone_id));

    let mut counts = vec![(0, 0); zones.len()];
    let mut by_country: BTreeMap<&str, Vec<(usize, &RateZoneLocation)>> = BTreeMap::new();
    for place in &places {
        let zone = index_of[&place.zone_id];
        counts[zone].0 += 1;
        by_country
            .entry(&place.country_code)
            .or_default()
            .push((zone, place));
    }
    let mut countries: Vec<_> = by_country.into_iter().collect();
    countries.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    let (mut points, mut unlocated) = (OfZone::new(), Vec::new());
    for (nth, (country, places)) in countries.into_iter().enumerate() {
        let mut assigned = Assignment::new(&places, card.terms.zones_by_postcode_alone);
        if nth < MAX_COUNTRIES {
            lookups::for_each_located(&scope, country, |known| assigned.assign(known)).await?;
        }
        let (found, unknown) = assigned.finish();
        for (zone, point) in &found {
            if let Some(zone) = zone {
                counts[*zone].1 += point.localities;
            }
        }
        points.extend(found);
        unlocated.extend(unknown.into_iter().map(|at| places[at].1));
    }
    let points = columns(merge_points(points));
    let named = unlocated
        .iter()
        .take(MAX_NAMED)
        .map(|place| (*place).clone())
        .collect();
    let unlocated = unlocated.len();
    let zones = zones.into_iter().zip(counts);
    let zones = zones.map(
        |(RateZone { id, code, name, .. }, (places, localities))| MappedZone {
            id,
            code,
            name,
            places,
            localities,
        },
    );
    Ok(RateZoneMap {
        zones: zones.collect(),
        points,
        places: places.len(),
        unlocated,
        unlocated_examples: named,
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
