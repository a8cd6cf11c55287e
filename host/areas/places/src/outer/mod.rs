//! Search by the tenant's geocoding server, which speaks like Nominatim or Photon.
//!
//! Requests are limited for all hosts together, answers are cached, and a server that failed rests
//! for a while.

mod client;
mod nominatim;
mod photon;

use std::{sync::Arc, time::Duration};

use carriage::address::australian_state;
use data::Host;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use tenancy::{Geocoder, Maps};

pub(crate) use client::Client;
use client::Failure;

use crate::{filter::Filter, model::Place};

/// Longest wait for a server's rate limit: while a user types, and for work in the background.
pub(crate) const TYPING: Duration = Duration::from_secs(2);
pub(crate) const BACKGROUND: Duration = Duration::from_secs(60);
/// Most results that both servers give.
const MAX_RESULTS: usize = 40;
const MAX_TEXT: usize = 200;

/// A place that a search found.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub place: Place,
    /// Terms of the data, to be shown with it; empty for the operator's own.
    pub licence: String,
    /// The server's own result, if it is Nominatim.
    pub document: Option<Value>,
}

impl From<Place> for Found {
    fn from(place: Place) -> Self {
        Self {
            place,
            licence: String::new(),
            document: None,
        }
    }
}

/// A tenant's geocoding server.
pub(crate) struct Server<'a> {
    pub host: &'a Host,
    pub client: &'a Client,
    pub maps: &'a Maps,
    /// Longest wait for the turn at the server.
    pub patience: Duration,
}

impl Server<'_> {
    /// Returns the places for a text, or none if the server fails; the failure is logged.
    pub async fn search(
        &self,
        text: &str,
        countries: &[String],
        filter: Option<&Filter>,
        limit: usize,
    ) -> Option<Vec<Found>> {
        // Nominatim filters by country itself; other filters apply to its results.
        let is_wide = filter.is_some() || !countries.is_empty();
        let path = match self.maps.geocoder {
            Geocoder::Own => return None,
            Geocoder::Nominatim if filter.is_none() => {
                nominatim::search_path(text, countries, limit)
            }
            Geocoder::Nominatim => nominatim::search_path(text, countries, MAX_RESULTS),
            Geocoder::Photon if is_wide => photon::search_path(text, MAX_RESULTS),
            Geocoder::Photon => photon::search_path(text, limit),
        };
        let found = self.get(&path).await?;
        let is_wanted = |found: &&Found| {
            let place = &found.place;
            let is_in = countries.is_empty() || countries.contains(&place.country.to_lowercase());
            is_in && filter.is_none_or(|filter| filter.matches(place))
        };
        Some(
            found
                .iter()
                .filter(is_wanted)
                .take(limit)
                .cloned()
                .collect(),
        )
    }

    /// Returns the place at a position, or none if the server fails; the failure is logged.
    pub async fn reverse(&self, latitude: f64, longitude: f64) -> Option<Option<Found>> {
        let path = match self.maps.geocoder {
            Geocoder::Own => return None,
            Geocoder::Nominatim => nominatim::reverse_path(latitude, longitude),
            Geocoder::Photon => photon::reverse_path(latitude, longitude),
        };
        let found = self.get(&path).await?;
        Some(found.first().cloned())
    }

    async fn get(&self, path: &str) -> Option<Arc<Vec<Found>>> {
        let address = self.maps.geocoder_server.trim_end_matches('/');
        let url = format!("{address}{path}");
        if let Some(known) = self.client.cached(&url) {
            return Some(known);
        }
        let rate = self.maps.geocoder_rate;
        let asked = self
            .client
            .get(self.host, address, &url, rate, self.patience);
        let found = asked.await.and_then(|document| {
            let found = match self.maps.geocoder {
                Geocoder::Photon => photon::read(&document),
                _ => nominatim::read(&document),
            };
            found.ok_or(Failure::Unreadable)
        });
        match found {
            Ok(found) => Some(self.client.keep(url, found)),
            Err(failure) => {
                tracing::warn!(server = address, %failure, "the geocoding server was not used");
                None
            }
        }
    }
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Members of an address in either server's form.
struct Parts<'d>(&'d Value);

impl Parts<'_> {
    fn text(&self, names: &[&str]) -> String {
        let mut texts = names.iter().filter_map(|name| self.0[*name].as_str());
        let found = texts.find(|text| !text.trim().is_empty());
        let found = found.unwrap_or_default().trim();
        found.chars().take(MAX_TEXT).collect()
    }

    /// Addresses of Australia and New Zealand name the suburb, others the city.
    fn suburb(&self, country: &str, suburbs: &[&str], cities: &[&str]) -> String {
        let names = match country {
            "AU" | "NZ" => [suburbs, cities],
            _ => [cities, suburbs],
        };
        self.text(&names.concat())
    }
}

/// Code of a state where the country has common ones.
fn state(country: &str, code: &str, name: String) -> String {
    let code = code.split_once('-').map_or("", |(_, code)| code);
    match country {
        "AU" if australian_state(code).is_some() => code.to_owned(),
        "AU" => match australian_state(&name) {
            Some((code, _)) => code.to_owned(),
            None => name,
        },
        _ => name,
    }
}

/// `w123` for a way; both servers name the kind by its first letter or its word.
fn osm_id(kind: &str, id: &Value) -> String {
    let kind = kind.chars().next().unwrap_or('x').to_ascii_lowercase();
    format!("osm-{kind}{}", id.as_u64().unwrap_or_default())
}
