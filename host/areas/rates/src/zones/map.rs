//! Map of a card's zones: a point for every post code of their countries.

use std::collections::HashMap;

use data::{Result, Scope, Where, ids::RateCardId};
use lookups::zones::{MapPlace, Points, ZoneMap, draw_map};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{FEATURE, RATES},
    rate_cards::model::RateCard,
    zones::{
        locations::RateZoneLocation,
        routes::{RateZone, RateZoneId},
    },
};

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
    let drawn = places.iter().map(|place| {
        let on_map = MapPlace {
            state_code: place.state_code.as_deref(),
            post_code: place.post_code.as_deref(),
            post_code_to: place.post_code_to.as_deref(),
            suburb_key: place.suburb_key.as_deref(),
        };
        (
            index_of[&place.zone_id],
            place.country_code.as_str(),
            on_map,
        )
    });
    let by_post_code_alone = card.terms.zones_by_postcode_alone;
    let ZoneMap {
        points,
        counts,
        unlocated,
    } = draw_map(&scope, zones.len(), drawn, by_post_code_alone).await?;
    let examples = unlocated.iter().take(MAX_NAMED);
    let unlocated_examples = examples.map(|at| places[*at].clone()).collect();
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
        unlocated: unlocated.len(),
        unlocated_examples,
    })
}
