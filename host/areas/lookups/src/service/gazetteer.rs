//! In-memory locations: whole country lists for fuzzy search, and recently confirmed addresses.

use std::{sync::Arc, time::Duration};

use data::{Result, cache::Cache, db::Tx};

use crate::{
    model::Place,
    rules::near::{self, Candidate},
    store,
};

pub struct Gazetteer {
    countries: Cache<String, Arc<Vec<Candidate>>>,
    /// Country, postcode and suburb of locations found in the list.
    found: Cache<PlaceKey, ()>,
}

pub(super) type PlaceKey = (String, String, String);

/// Lifetime of the cache, after which another host's import is visible.
const CACHE_LIFETIME: Duration = Duration::from_secs(600);
const MAX_COUNTRIES: u64 = 8;
/// Exceeds the locations of a busy hour's consignments.
const MAX_CONFIRMED: u64 = 20_000;
/// A country with more locations is not cached and has no fuzzy search.
const MAX_LOCATIONS: i64 = 100_000;

impl Default for Gazetteer {
    fn default() -> Self {
        Self {
            countries: Cache::builder()
                .max_capacity(MAX_COUNTRIES)
                .time_to_live(CACHE_LIFETIME)
                .build(),
            found: Cache::builder()
                .max_capacity(MAX_CONFIRMED)
                .time_to_live(CACHE_LIFETIME)
                .build(),
        }
    }
}

impl Gazetteer {
    /// The nearest first.
    pub(crate) async fn similar_locations(
        &self,
        tx: &mut Tx,
        country: &str,
        folded: &str,
        most: usize,
    ) -> Result<Vec<Place>> {
        let typed = near::search_words(folded);
        let locations = self.country_locations(tx, country).await?;
        let mut matches: Vec<(usize, &Candidate)> = locations
            .iter()
            .filter_map(|known| Some((known.distance(&typed)?, known)))
            .collect();
        matches.sort_by_key(|(distance, known)| (*distance, known.length(), known.place.id));
        Ok(matches
            .into_iter()
            .take(most)
            .map(|(_, known)| known.place.clone())
            .collect())
    }

    /// Empty for a country too large to cache.
    pub(super) async fn country_locations(
        &self,
        tx: &mut Tx,
        country: &str,
    ) -> Result<Arc<Vec<Candidate>>> {
        if let Some(known) = self.countries.get(&country.to_owned()) {
            return Ok(known);
        }
        let places = match store::count_locations(tx, country).await? {
            count if count > MAX_LOCATIONS => Vec::new(),
            _ => store::all_locations(tx, country).await?,
        };
        let locations: Arc<Vec<Candidate>> =
            Arc::new(places.into_iter().map(Candidate::new).collect());
        self.countries.insert(country.to_owned(), locations.clone());
        Ok(locations)
    }

    /// True if the location was recently found in the list.
    pub(super) fn is_confirmed(&self, place: &PlaceKey) -> bool {
        self.found.contains_key(place)
    }

    pub(super) fn confirm(&self, place: PlaceKey) {
        self.found.insert(place, ());
    }

    /// Clears the cache after an import.
    pub(crate) fn clear(&self) {
        self.countries.invalidate_all();
        self.found.invalidate_all();
    }
}
