//! The head port that serves a place.

use std::collections::HashMap;

use data::{Message, Needs, Result, Scope, Where, message};
use lookups::zones::{SentPlace, place_name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{FEATURE, check_reader},
    head_ports::{HeadPort, HeadPortId},
    zones::{JobZoneId, Zone, ZoneLocationRow},
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/jobs/head-port").feature(FEATURE).get(
        "serving-head-port",
        Needs::SignedIn,
        serving,
    )
}

/// Parts of an address that decide the head port.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// ISO 3166-1 alpha-2; empty: the tenant's country.
    pub country_code: String,
    pub post_code: String,
    pub suburb: String,
}

impl Place {
    /// `3121 Richmond`.
    pub fn display_name(&self) -> String {
        place_name(&self.post_code, &self.suburb)
    }

    /// Keys of the locations that contain the place, the most specific first.
    fn keys(&self, country: &str) -> Vec<String> {
        let some = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let with = |suburb: Option<String>| {
            let sent = SentPlace {
                country_code: some(&self.country_code),
                post_code: some(&self.post_code),
                suburb,
                ..SentPlace::default()
            };
            let place = sent.normalize(country).ok();
            place.filter(|place| place.post_code.is_some())
        };
        let suburb = some(&self.suburb);
        let specific = suburb.is_some().then(|| with(suburb)).flatten();
        let places = specific.into_iter().chain(with(None));
        places.map(|place| place.key).collect()
    }
}

/// The head port and zone that serve a place.
#[derive(Debug, Clone)]
pub struct Serving {
    pub head_port: HeadPort,
    pub zone: Zone,
}

/// Message that no head port serves a place.
pub fn unserved(place: &Place) -> Message {
    message!("No head port serves {place}.", place = place.display_name())
}

/// Returns the head port that serves a place; none if no active zone contains it.
pub async fn head_port_of(scope: &mut Scope, place: &Place) -> Result<Option<Serving>> {
    let found = head_ports_of(scope, std::slice::from_ref(place)).await?;
    Ok(found.into_iter().next().flatten())
}

/// Returns the head port of each place, with the same number of statements for any number.
pub async fn head_ports_of(scope: &mut Scope, places: &[Place]) -> Result<Vec<Option<Serving>>> {
    let country = crate::country(scope).await?;
    let keys: Vec<Vec<String>> = places.iter().map(|place| place.keys(&country)).collect();
    let mut all: Vec<String> = keys.iter().flatten().cloned().collect();
    all.sort_unstable();
    all.dedup();
    if all.is_empty() {
        return Ok(vec![None; places.len()]);
    }
    let locations: HashMap<String, JobZoneId> = scope
        .all::<ZoneLocationRow>(Where::all().is_in(ZoneLocationRow::LOCATION_KEY, &all))
        .await?
        .into_iter()
        .map(|location| (location.location_key, location.zone_id))
        .collect();
    let ids: Vec<JobZoneId> = locations.values().copied().collect();
    let active = Where::all().is_in(Zone::ID, &ids).eq(Zone::IS_ACTIVE, true);
    let zones: HashMap<JobZoneId, Zone> = scope
        .all::<Zone>(active)
        .await?
        .into_iter()
        .map(|zone| (zone.id, zone))
        .collect();
    let ports: Vec<HeadPortId> = zones.values().map(|zone| zone.head_port_id).collect();
    let ports: HashMap<HeadPortId, HeadPort> = scope
        .all::<HeadPort>(Where::all().is_in(HeadPort::ID, &ports))
        .await?
        .into_iter()
        .map(|port| (port.id, port))
        .collect();
    let serving = |keys: &Vec<String>| {
        let zone = first_active(keys, &locations, &zones)?;
        Some(Serving {
            head_port: ports.get(&zone.head_port_id)?.clone(),
            zone: zone.clone(),
        })
    };
    Ok(keys.iter().map(serving).collect())
}

/// The most specific location in an active zone decides.
fn first_active<'z>(
    keys: &[String],
    locations: &HashMap<String, JobZoneId>,
    active: &'z HashMap<JobZoneId, Zone>,
) -> Option<&'z Zone> {
    keys.iter()
        .find_map(|key| locations.get(key).and_then(|zone| active.get(zone)))
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ServingQuery {
    post_code: String,
    #[serde(default)]
    suburb: Option<String>,
    /// Default: the tenant's country.
    #[serde(default)]
    country_code: Option<String>,
}

/// The head port that serves a place.
#[derive(Serialize, JsonSchema)]
struct ServingHeadPort {
    /// Null if none serves the place.
    headport: Option<HeadPort>,
    zone: Option<Zone>,
    /// Set if none serves the place.
    message: Option<String>,
}

async fn serving(mut scope: Scope, sent: ServingQuery) -> Result<ServingHeadPort> {
    check_reader(&scope)?;
    let place = Place {
        country_code: sent.country_code.unwrap_or_default(),
        post_code: sent.post_code,
        suburb: sent.suburb.unwrap_or_default(),
    };
    let found = head_port_of(&mut scope, &place).await?;
    let message = found.is_none().then(|| unserved(&place).to_string());
    let (headport, zone) = found
        .map(|serving| (serving.head_port, serving.zone))
        .unzip();
    Ok(ServingHeadPort {
        headport,
        zone,
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(post_code: &str, suburb: &str) -> Place {
        Place {
            post_code: post_code.to_owned(),
            suburb: suburb.to_owned(),
            ..Place::default()
        }
    }

    #[test]
    fn the_suburb_comes_before_its_postcode() {
        let keys = place("3121", "Saint-Kilda").keys("AU");
        assert_eq!(keys, ["AU||3121||saintkilda", "AU||3121||"]);
        assert_eq!(place("3121", " ").keys("AU"), ["AU||3121||"]);
    }

    #[test]
    fn an_incomplete_place_is_in_no_zone() {
        assert!(place("", "Richmond").keys("AU").is_empty());
        assert!(place("31", "").keys("AU").is_empty());
    }

    #[test]
    fn an_inactive_zone_leaves_the_place_to_the_wider_one() {
        let keys = place("3121", "Richmond").keys("AU");
        let locations = HashMap::from([
            (keys[0].clone(), JobZoneId(1)),
            (keys[1].clone(), JobZoneId(2)),
        ]);
        let zone = |id: i64| (JobZoneId(id), Zone::default());
        let both = HashMap::from([zone(1), zone(2)]);
        let wide = HashMap::from([zone(2)]);
        let found = |active: &HashMap<JobZoneId, Zone>| {
            first_active(&keys, &locations, active).map(std::ptr::from_ref)
        };
        assert_eq!(found(&both), Some(std::ptr::from_ref(&both[&JobZoneId(1)])));
        assert_eq!(found(&wide), Some(std::ptr::from_ref(&wide[&JobZoneId(2)])));
        assert_eq!(found(&HashMap::new()), None);
    }

    #[test]
    fn a_place_without_a_head_port_is_named() {
        let said = unserved(&place("3121", "Richmond")).to_string();
        assert_eq!(said, "No head port serves 3121 Richmond.");
    }
}
