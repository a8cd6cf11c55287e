//! The background job that finds the position of an address.

use std::sync::Arc;

use data::{Result, Scope};
use serde_json::Value;
use work::job::{JobKind, Priority};

use super::{
    address::{PlacedAddress, StreetLine},
    model::PositionSource,
    rules, service,
};
use crate::{
    filter::{Field, Filter},
    model::{Place, join},
    outer::BACKGROUND,
    service::Places,
};

pub(crate) const JOB: &str = "places.locate";
/// Servers that are asked in turn are not asked for several addresses at once.
const MAX_CONCURRENT: usize = 2;
const ATTEMPTS: i64 = 5;
/// Places that are compared with a line.
const MAX_COMPARED: usize = 20;

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, payload| Box::pin(run(scope, payload)))
        .attempts(ATTEMPTS)
        .max_concurrent(MAX_CONCURRENT)
        .priority(Priority::Low)
}

async fn run(mut scope: Scope, payload: Value) -> Result<()> {
    let address: PlacedAddress = serde_json::from_value(payload)?;
    let Some(key) = address.key() else {
        return Ok(());
    };
    let kept = service::load(&mut scope, &key).await?;
    if kept.is_some_and(|kept| !kept.is_due(scope.now())) {
        return Ok(());
    }
    // Indexes and servers are asked without a transaction.
    scope.rollback();
    let mut found = find(&scope, &address).await?;
    if let Some((position, _)) = found {
        let around = service::surroundings(&scope, &address, position).await?;
        if rules::doubt(&address, position, &around).is_some() {
            found = None;
        }
    }
    let (position, source) = match found {
        Some((position, source)) => (Some(position), source),
        None => {
            let middle = service::suburb(&scope, &address).await?;
            (middle, PositionSource::Suburb)
        }
    };
    service::store(&mut scope, &address, position, source).await?;
    scope.commit().await
}

type Located = ((f64, f64), PositionSource);

/// Returns the position of the house, otherwise that of a house in its street.
async fn find(scope: &Scope, address: &PlacedAddress) -> Result<Option<Located>> {
    let lines = address.street_lines();
    let outer = search_outer(scope, address).await?;
    let mut found = None;
    if lines.iter().any(|line| improve(&mut found, &outer, line)) {
        return Ok(found);
    }
    for line in &lines {
        for suburb in [address.suburb.as_str(), ""] {
            let query = join(&[&line.number, &line.street, suburb], " ");
            let places = search(scope, address, &query).await?;
            if improve(&mut found, &places, line) {
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// Takes the best of the places if it is better. Returns true once it is the house.
fn improve(found: &mut Option<Located>, places: &[Place], line: &StreetLine) -> bool {
    if let Some((place, source)) = best(places, line)
        && found.is_none_or(|(_, known)| known < source)
    {
        *found = Some(((place.latitude, place.longitude), source));
    }
    found.is_some_and(|(_, source)| source == PositionSource::Address)
}

/// Asks the tenant's geocoding server; none if there is none or it fails.
async fn search_outer(scope: &Scope, address: &PlacedAddress) -> Result<Vec<Place>> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let places: Arc<Places> = scope.port()?;
    let server = places.server(scope.host(), &settings.maps, BACKGROUND);
    let countries = [address.country_code.to_lowercase()];
    let label = address.label();
    let text = label.trim_end_matches(&format!(", {}", address.country_code));
    let found = server.search(text, &countries, None, MAX_COMPARED).await;
    let found = found.unwrap_or_default().into_iter();
    Ok(found.map(|found| found.place).collect())
}

async fn search(scope: &Scope, address: &PlacedAddress, query: &str) -> Result<Vec<Place>> {
    let places: Arc<Places> = scope.port()?;
    let is = |field: Field, value: &str| Filter::In(field, vec![value.to_lowercase()]);
    let mut all = vec![is(Field::Country, &address.country_code)];
    if !address.post_code.is_empty() {
        all.push(is(Field::PostCode, &address.post_code));
    }
    let filter = Filter::All(all);
    let found = places.search(scope.host(), query, Some(&filter), MAX_COMPARED);
    found.await
}

fn best<'p>(places: &'p [Place], line: &StreetLine) -> Option<(&'p Place, PositionSource)> {
    let mut in_street = places
        .iter()
        .filter(|place| rules::is_in_street(place, line));
    let first = in_street.clone().next()?;
    Some(
        match in_street.find(|place| rules::has_number(place, line)) {
            Some(house) => (house, PositionSource::Address),
            None => (first, PositionSource::Street),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_house_is_preferred_to_its_street() {
        let place = |number: &str, street: &str| Place {
            number: number.to_owned(),
            street: street.to_owned(),
            ..Place::default()
        };
        let places = [
            place("12", "Church Lane"),
            place("14", "Church Street"),
            place("12", "Church Street"),
        ];
        let line = |number: &str| StreetLine {
            number: number.to_owned(),
            street: "Church St".to_owned(),
        };
        let house = best(&places, &line("12"));
        assert_eq!(house, Some((&places[2], PositionSource::Address)));
        let street = best(&places, &line("99"));
        assert_eq!(street, Some((&places[1], PositionSource::Street)));
        assert_eq!(best(&places[..1], &line("12")), None);
    }
}
