//! Locations in memory: a country's whole list, for names that are not quite right, and the places that addresses named.

use std::{sync::Arc, time::Duration};

use kernel::{Result, db::Tx};
use moka::sync::Cache;

use crate::{
    model::Place,
    rules::near::{self, Known},
    store,
};

/// Keeps what was read last. One lives in every program and is found as a port.
pub struct Gazetteer {
    countries: Cache<String, Arc<Vec<Known>>>,
    /// Country, postcode and suburb of places that were found in the list.
    found: Cache<PlaceKey, ()>,
}

pub(super) type PlaceKey = (String, String, String);

/// How long another host's import may stay unseen.
const MEMORY: Duration = Duration::from_secs(600);
const COUNTRIES: u64 = 8;
/// More places than the consignments of a busy hour go between.
const FOUND: u64 = 20_000;
/// A country with more locations than these is not kept: there nothing is forgiven.
const MAX_COUNT: i64 = 100_000;

impl Default for Gazetteer {
    fn default() -> Self {
        Self {
            countries: Cache::builder()
                .max_capacity(COUNTRIES)
                .time_to_live(MEMORY)
                .build(),
            found: Cache::builder()
                .max_capacity(FOUND)
                .time_to_live(MEMORY)
                .build(),
        }
    }
}

impl Gazetteer {
    /// Locations near what was typed, the nearest first.
    pub(crate) async fn near(
        &self,
        tx: &mut Tx,
        country: &str,
        folded: &str,
        most: usize,
    ) -> Result<Vec<Place>> {
        let typed = near::typed(folded);
        let known = self.known(tx, country).await?;
        let mut found: Vec<(usize, &Known)> = known
            .iter()
            .filter_map(|known| Some((known.distance(&typed)?, known)))
            .collect();
        found.sort_by_key(|(distance, known)| (*distance, known.length(), known.place.id));
        Ok(found
            .into_iter()
            .take(most)
            .map(|(_, known)| known.place.clone())
            .collect())
    }

    /// All locations of a country; none of one that has too many to be kept.
    pub(super) async fn known(&self, tx: &mut Tx, country: &str) -> Result<Arc<Vec<Known>>> {
        if let Some(known) = self.countries.get(country) {
            return Ok(known);
        }
        let places = match store::locations_in(tx, country).await? {
            count if count > MAX_COUNT => Vec::new(),
            _ => store::all_locations(tx, country).await?,
        };
        let known: Arc<Vec<Known>> = Arc::new(places.into_iter().map(Known::new).collect());
        self.countries.insert(country.to_owned(), known.clone());
        Ok(known)
    }

    /// Whether the place was found in the list a while ago.
    pub(super) fn has_found(&self, place: &PlaceKey) -> bool {
        self.found.contains_key(place)
    }

    pub(super) fn keep_found(&self, place: PlaceKey) {
        self.found.insert(place, ());
    }

    /// After an import.
    pub(crate) fn forget(&self) {
        self.countries.invalidate_all();
        self.found.invalidate_all();
    }
}
