//! Assigns locations to zones in order: suburb, post code, range, state, country.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use carriage::address::australian_state;
use data::search::fold;

use super::{
    map::{MapPlace, OfZone, Point},
    place::post_code_key,
};
use crate::Located;

/// A zone, and the index of a place in its country.
type PlaceRef = (usize, usize);

/// Places of one country, and the locations so far.
pub(crate) struct Assignment<'p> {
    by_suburb: HashMap<(&'p str, &'p str), PlaceRef>,
    by_post_code: HashMap<&'p str, PlaceRef>,
    by_state: HashMap<&'p str, PlaceRef>,
    of_country: Option<PlaceRef>,
    /// First and last post code.
    ranges: Vec<(&'p str, &'p str, PlaceRef)>,
    /// True for places with a location.
    located: Vec<bool>,
    /// Locations in no suburb or post code of a zone, by post code length and text, and by state.
    unmatched: BTreeMap<(usize, String), BTreeMap<String, Point>>,
    points: BTreeMap<(Option<usize>, String), Point>,
}

impl<'p> Assignment<'p> {
    /// `places` are ordered by id: of duplicates the first wins.
    pub fn new(places: &[(usize, MapPlace<'p>)], by_post_code_alone: bool) -> Self {
        let mut new = Self {
            by_suburb: HashMap::new(),
            by_post_code: HashMap::new(),
            by_state: HashMap::new(),
            of_country: None,
            ranges: Vec::new(),
            located: vec![false; places.len()],
            unmatched: BTreeMap::new(),
            points: BTreeMap::new(),
        };
        for (at, (zone, place)) in places.iter().enumerate() {
            let place_ref = (*zone, at);
            match (place.post_code, place.post_code_to, place.suburb_key) {
                (Some(first), Some(last), _) => new.ranges.push((first, last, place_ref)),
                (Some(code), None, Some(suburb)) if !by_post_code_alone => {
                    new.by_suburb.entry((code, suburb)).or_insert(place_ref);
                }
                (Some(code), None, _) => {
                    new.by_post_code.entry(code).or_insert(place_ref);
                }
                (None, ..) => match place.state_code {
                    Some(state) => {
                        new.by_state.entry(state).or_insert(place_ref);
                    }
                    None => new.of_country = new.of_country.or(Some(place_ref)),
                },
            }
        }
        let number = |code: &str| code.parse::<u64>().unwrap_or_default();
        new.ranges.sort_by_key(|(first, last, (_, at))| {
            (number(last).saturating_sub(number(first)), *at)
        });
        new
    }

    pub fn assign(&mut self, location: Located<'_>) {
        let post_code = post_code_key(location.post_code);
        let suburb = fold(location.suburb);
        let state = location.state_code.to_uppercase();
        let state = australian_state(&state).map_or(state.clone(), |(code, _)| code.to_owned());
        let of_suburb = self
            .by_suburb
            .get(&(post_code.as_str(), suburb.as_str()))
            .copied();
        let of_post_code = self.by_post_code.get(post_code.as_str()).copied();
        let of_state = self.by_state.get(state.as_str()).copied();
        // Every match counts as located, not only the first.
        for (_, at) in [of_suburb, of_post_code, of_state, self.of_country]
            .into_iter()
            .flatten()
        {
            self.located[at] = true;
        }
        let point = Point {
            latitude: location.latitude,
            longitude: location.longitude,
            localities: 1,
            post_codes: BTreeSet::from([post_code.clone()]),
        };
        match of_suburb.or(of_post_code) {
            Some((zone, _)) => self
                .points
                .entry((Some(zone), post_code))
                .or_default()
                .add(point),
            None => {
                let states = self
                    .unmatched
                    .entry((post_code.len(), post_code))
                    .or_default();
                states.entry(state).or_default().add(point);
            }
        }
    }

    /// Returns a point per post code and zone, and places without locations.
    pub fn finish(mut self) -> (OfZone, Vec<usize>) {
        let mut codes: Vec<(usize, String)> = self.unmatched.keys().cloned().collect();
        // Also those with suburbs or a zone may be inside ranges.
        codes.extend(
            self.points
                .keys()
                .map(|(_, code)| (code.len(), code.clone())),
        );
        codes.sort_unstable();
        codes.dedup();
        let in_range = self.zones_by_range(&codes);
        for ((length, code), states) in std::mem::take(&mut self.unmatched) {
            let at = codes.binary_search(&(length, code.clone()));
            let range = at.ok().and_then(|at| in_range[at]);
            for (state, point) in states {
                let of_state = self.by_state.get(state.as_str()).copied();
                let zone = range.or(of_state.or(self.of_country).map(|(zone, _)| zone));
                self.points
                    .entry((zone, code.clone()))
                    .or_default()
                    .add(point);
            }
        }
        let points = self
            .points
            .into_iter()
            .map(|((zone, _), point)| (zone, point))
            .collect();
        let unlocated = self
            .located
            .iter()
            .enumerate()
            .filter(|(_, found)| !**found)
            .map(|(at, _)| at);
        (points, unlocated.collect())
    }

    /// Applies the narrowest range.
    fn zones_by_range(&mut self, codes: &[(usize, String)]) -> Vec<Option<usize>> {
        let mut zones = vec![None; codes.len()];
        // The next post code not yet in a narrower range: each is set once.
        let mut next: Vec<usize> = (0..=codes.len()).collect();
        for (first, last, (zone, at)) in &self.ranges {
            let begin = codes
                .partition_point(|(length, code)| (*length, code.as_str()) < (first.len(), *first));
            let end = codes
                .partition_point(|(length, code)| (*length, code.as_str()) <= (last.len(), *last));
            self.located[*at] |= begin < end;
            let mut here = next_free(&mut next, begin);
            while here < end {
                zones[here] = Some(*zone);
                next[here] = here + 1;
                here = next_free(&mut next, here);
            }
        }
        zones
    }
}

/// Uses path compression.
fn next_free(next: &mut [usize], from: usize) -> usize {
    let mut at = from;
    while next[at] != at {
        next[at] = next[next[at]];
        at = next[at];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(
        suburb: &'static str,
        first: &'static str,
        last: &'static str,
        state: &'static str,
    ) -> MapPlace<'static> {
        let some = |text: &'static str| (!text.is_empty()).then_some(text);
        MapPlace {
            state_code: some(state),
            post_code: some(first),
            post_code_to: some(last),
            suburb_key: some(suburb),
        }
    }

    /// A post code, its zone, and its number of suburbs there.
    type Found = (String, Option<usize>, usize);

    /// Returns the zones, and places without locations.
    fn zones(
        places: &[MapPlace<'static>],
        known: &[(&str, &str, &str)],
        alone: bool,
    ) -> (Vec<Found>, Vec<usize>) {
        let numbered: Vec<(usize, MapPlace<'_>)> = places.iter().copied().enumerate().collect();
        let mut assigned = Assignment::new(&numbered, alone);
        for (post_code, suburb, state_code) in known {
            assigned.assign(Located {
                post_code,
                suburb,
                state_code,
                latitude: -37.0,
                longitude: 145.0,
            });
        }
        let (points, unlocated) = assigned.finish();
        let mut found_zones: Vec<Found> = points
            .into_iter()
            .map(|(zone, point)| {
                (
                    point.post_codes.into_iter().next().unwrap_or_default(),
                    zone,
                    point.localities,
                )
            })
            .collect();
        found_zones.sort();
        (found_zones, unlocated)
    }

    const KNOWN: [(&str, &str, &str); 5] = [
        ("3121", "Richmond", "VIC"),
        ("3121", "Burnley", "VIC"),
        ("3000", "Melbourne", "VIC"),
        ("3207", "Port Melbourne", "VIC"),
        ("2000", "Sydney", "NSW"),
    ];

    #[test]
    fn the_more_specific_place_decides() {
        let places = [
            place("", "3000", "3999", ""),
            place("", "3100", "3199", ""),
            place("burnley", "3121", "", ""),
            place("", "", "", "NSW"),
            place("", "9000", "9999", ""),
            place("hawthorn", "3122", "", ""),
        ];
        let (named, unlocated) = zones(&places, &KNOWN, false);
        let said = |code: &str, zone, count| (code.to_owned(), Some(zone), count);
        assert_eq!(
            named,
            [
                said("2000", 3, 1),
                said("3000", 0, 1),
                said("3121", 1, 1),
                said("3121", 2, 1),
                said("3207", 0, 1)
            ]
        );
        assert_eq!(unlocated, [4, 5]);
    }

    #[test]
    fn by_post_codes_alone_a_suburb_stands_for_its_post_code() {
        let (named, unlocated) = zones(&[place("burnley", "3121", "", "")], &KNOWN[..3], true);
        assert_eq!(
            named,
            [
                ("3000".to_owned(), None, 1),
                ("3121".to_owned(), Some(0), 2)
            ]
        );
        assert!(unlocated.is_empty());
    }

    #[test]
    fn a_wide_range_is_on_the_map_although_narrower_ones_have_all_of_it() {
        let places = [
            place("", "3000", "3999", ""),
            place("", "3000", "3998", ""),
            place("", "3121", "", ""),
        ];
        let (named, unlocated) = zones(&places, &KNOWN[..4], false);
        assert_eq!(
            named.iter().map(|(_, zone, _)| *zone).collect::<Vec<_>>(),
            [Some(1), Some(2), Some(1)]
        );
        assert!(unlocated.is_empty());
    }
}
