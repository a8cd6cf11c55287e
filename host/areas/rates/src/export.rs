//! Exports of rates and zones: the tables that an import reads.

use std::collections::HashMap;

use kernel::{
    Raw, Result, Routes, Scope, Where,
    http::{self, Method, Response},
    ids::RateCardId,
    rows,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    access::{FEATURE, RATES},
    card::RateCard,
    import::{RATE_HEADINGS, ZONE_HEADINGS, lines_of},
    locations::RateZoneLocation,
    rate::{Rate, live},
    services::{RateService, RateServiceId},
    zones::{RateZone, RateZoneId},
};

const MAX_BYTES: usize = 1024;

pub(crate) fn table_of_rates() -> Routes {
    Routes::at("/api/rates/rate").feature(FEATURE).raw(Method::GET, "export-rate", RATES, MAX_BYTES, rates)
}

pub(crate) fn table_of_zones() -> Routes {
    Routes::at("/api/rates/zone").feature(FEATURE).raw(Method::GET, "export-zone", RATES, MAX_BYTES, zones)
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfCard {
    rate_card_id: RateCardId,
}

async fn rates(mut scope: Scope, raw: Raw) -> Result<Response> {
    let card: RateCard = scope.find(raw.query::<OfCard>()?.rate_card_id).await?;
    let services: Vec<RateService> = scope.all(Where::all().eq(RateService::RATE_CARD_ID, card.id)).await?;
    let codes: HashMap<RateServiceId, String> =
        services.into_iter().map(|service| (service.id, service.code)).collect();
    let mut table = rows::lines([RATE_HEADINGS])?;
    // Zone by zone: the lines of a card of a million rates are never all here as rows.
    for zone in zones_of(&mut scope, card.id).await? {
        let mut own: Vec<Rate> = scope.all(live(card.id).eq(Rate::FROM_ZONE, zone.code)).await?;
        own.sort_by(|one, other| {
            let key =
                |rate: &Rate| (codes.get(&rate.rate_service_id).cloned(), rate.to_zone.clone(), rate.effective_date);
            key(one).cmp(&key(other))
        });
        for rate in &own {
            let service = codes.get(&rate.rate_service_id).map(String::as_str).unwrap_or_default();
            table.append(&mut rows::lines(lines_of(rate, service))?);
        }
    }
    Ok(http::download(table.into(), "text/csv; charset=utf-8", &format!("rates-{}.csv", file_name(&card))))
}

async fn zones(mut scope: Scope, raw: Raw) -> Result<Response> {
    let card: RateCard = scope.find(raw.query::<OfCard>()?.rate_card_id).await?;
    let zones = zones_of(&mut scope, card.id).await?;
    let known: HashMap<RateZoneId, &RateZone> = zones.iter().map(|zone| (zone.id, zone)).collect();
    let mut places: Vec<RateZoneLocation> = scope.all(Where::all().eq(RateZoneLocation::RATE_CARD_ID, card.id)).await?;
    let code = |place: &RateZoneLocation| known.get(&place.zone_id).map(|zone| zone.code.as_str()).unwrap_or_default();
    places.sort_by(|one, other| (code(one), &one.location_key).cmp(&(code(other), &other.location_key)));
    let mut table = rows::lines([ZONE_HEADINGS])?;
    let lines = places.iter().map(|place| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        [
            code(place).to_owned(),
            text(&place.post_code),
            text(&place.suburb),
            place.country_code.clone(),
            text(&place.state_code),
            text(&place.post_code_to),
            known.get(&place.zone_id).map(|zone| zone.name.clone()).unwrap_or_default(),
        ]
    });
    table.append(&mut rows::lines(lines)?);
    Ok(http::download(table.into(), "text/csv; charset=utf-8", &format!("zones-{}.csv", file_name(&card))))
}

async fn zones_of(scope: &mut Scope, card: RateCardId) -> Result<Vec<RateZone>> {
    let mut zones: Vec<RateZone> = scope.all(Where::all().eq(RateZone::RATE_CARD_ID, card)).await?;
    zones.sort_by(|one, other| one.code_key.cmp(&other.code_key));
    Ok(zones)
}

fn file_name(card: &RateCard) -> String {
    let code: String = card.code.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    format!("{code}-{}", card.version)
}
