//! Exports rates and zones in the format that an import accepts.

use std::collections::HashMap;

use data::{Result, Scope, Where, ids::RateCardId, turns::Permit};
use lookups::zones::{ExportLine, HEADINGS as ZONE_HEADINGS};
use schemars::JsonSchema;
use serde::Deserialize;
use web::{
    Raw, Routes,
    http::{Method, Response},
    rows::{EXPORTS, Export, Format},
};

use crate::{
    access::{FEATURE, RATES},
    import::break_table::{HEADINGS as RATE_HEADINGS, cells_of as lines_of},
    rate_cards::model::RateCard,
    rates::{
        routes::{Rate, live},
        store,
    },
    services::{RateService, RateServiceId},
    zones::{locations::RateZoneLocation, routes::RateZone},
};

const MAX_BYTES: usize = 1024;

pub(crate) fn table_of_rates() -> Routes {
    Routes::new("/api/rates/rate")
        .feature(FEATURE)
        .raw(Method::GET, "export-rate", RATES, MAX_BYTES, rates)
        .describe_query::<CardQuery>()
}

pub(crate) fn table_of_zones() -> Routes {
    Routes::new("/api/rates/zone")
        .feature(FEATURE)
        .raw(Method::GET, "export-zone", RATES, MAX_BYTES, zones)
        .accept_cookie()
        .describe_query::<CardQuery>()
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CardQuery {
    rate_card_id: RateCardId,
    /// Default: `csv`.
    #[serde(default)]
    format: Format,
}

async fn rates(mut scope: Scope, raw: Raw) -> Result<Response> {
    let CardQuery {
        rate_card_id,
        format,
    } = raw.query()?;
    let card: RateCard = scope.find(rate_card_id).await?;
    Export::check_room(format, scope.count(live(card.id)).await?)?;
    let services: Vec<RateService> = scope
        .all(Where::all().eq(RateService::RATE_CARD_ID, card.id))
        .await?;
    let codes: HashMap<RateServiceId, String> = services
        .into_iter()
        .map(|service| (service.id, service.code))
        .collect();
    let _turn = Permit::take(&scope, EXPORTS).await?;
    let mut table = Export::begin(&scope, format, &RATE_HEADINGS)?;
    // Streams: a million rates never fit in memory.
    for (zone, service, code) in origins(&mut scope, &card, &codes).await? {
        let filter = live(card.id)
            .eq(Rate::FROM_ZONE, zone)
            .eq(Rate::RATE_SERVICE_ID, service);
        let mut rates: Vec<Rate> = scope.all(filter).await?;
        rates.sort_by(|one, other| {
            let key = |rate: &Rate| (rate.to_zone.clone(), rate.effective_date);
            key(one).cmp(&key(other))
        });
        for line in rates.iter().flat_map(|rate| lines_of(rate, &code)) {
            table.row(line)?;
        }
    }
    scope.rollback();
    Ok(table
        .finish()
        .await?
        .into_response(&format!("rates-{}", file_name(&card))))
}

/// Orders by code.
async fn origins(
    scope: &mut Scope,
    card: &RateCard,
    codes: &HashMap<RateServiceId, String>,
) -> Result<Vec<(String, RateServiceId, String)>> {
    let mut origins = Vec::new();
    for (service, zone) in store::load_origins(scope, card.id).await? {
        let code = codes.get(&service).cloned().unwrap_or_default();
        origins.push((zone, service, code));
    }
    origins
        .sort_by_cached_key(|(zone, _, code): &(String, _, _)| (zone.to_lowercase(), code.clone()));
    Ok(origins)
}

async fn zones(mut scope: Scope, raw: Raw) -> Result<Response> {
    let CardQuery {
        rate_card_id,
        format,
    } = raw.query()?;
    let card: RateCard = scope.find(rate_card_id).await?;
    let of_card = || Where::all().eq(RateZoneLocation::RATE_CARD_ID, card.id);
    Export::check_room(format, scope.count(of_card()).await?)?;
    let _turn = Permit::take(&scope, EXPORTS).await?;
    let mut table = Export::begin(&scope, format, &ZONE_HEADINGS)?;
    for zone in zones_of(&mut scope, card.id).await? {
        let mut places: Vec<RateZoneLocation> = scope
            .all(of_card().eq(RateZoneLocation::ZONE_ID, zone.id))
            .await?;
        places.sort_by(|one, other| one.location_key.cmp(&other.location_key));
        for place in &places {
            let line = ExportLine {
                zone: &zone.code,
                post_code: place.post_code.as_deref(),
                suburb: place.suburb.as_deref(),
                country_code: &place.country_code,
                state_code: place.state_code.as_deref(),
                post_code_to: place.post_code_to.as_deref(),
                zone_name: &zone.name,
            };
            table.row(line.cells())?;
        }
    }
    scope.rollback();
    Ok(table
        .finish()
        .await?
        .into_response(&format!("zones-{}", file_name(&card))))
}

async fn zones_of(scope: &mut Scope, card: RateCardId) -> Result<Vec<RateZone>> {
    let mut zones: Vec<RateZone> = scope
        .all(Where::all().eq(RateZone::RATE_CARD_ID, card))
        .await?;
    zones.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(zones)
}

fn file_name(card: &RateCard) -> String {
    let code: String = card
        .code
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    format!("{code}-{}", card.version)
}
