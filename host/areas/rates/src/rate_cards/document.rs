//! Writes complete cards, for commands and the demo.

use std::collections::{HashMap, HashSet};

use data::{Error, FieldError, Result, Scope, Where, ids::RateCardId, message};
use serde::Deserialize;

use crate::{
    announce_change, begin_change,
    rate_cards::{self, model::RateCard},
    rates::{
        self,
        checks::RateInput,
        routes::{MAX_RATES, Rate},
    },
    services::{self, MAX_SERVICES, RateService, RateServiceId},
    zones::{
        self,
        locations::{NewLocation, RateZoneLocation},
        routes::{MAX_ZONES, RateZone, RateZoneId},
    },
};

/// `{"rateCard": {…}, "services": […], "zones": [{"code", "name", "places": […]}], "rates":
/// [{"service": "ROAD", …}]}`, each in the format of its route, without ids.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CardDocument {
    pub rate_card: RateCard,
    pub services: Vec<RateService>,
    pub zones: Vec<ZoneDocument>,
    pub rates: Vec<RateDocument>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ZoneDocument {
    code: String,
    name: String,
    places: Vec<PlaceDocument>,
}

/// Same format as in `add-zone-location`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlaceDocument {
    post_code: Option<String>,
    post_code_to: Option<String>,
    suburb: Option<String>,
    state_code: Option<String>,
    country_code: Option<String>,
}

impl PlaceDocument {
    fn into_location(self, zone_id: RateZoneId) -> NewLocation {
        let Self {
            post_code,
            post_code_to,
            suburb,
            state_code,
            country_code,
        } = self;
        NewLocation {
            zone_id,
            post_code,
            post_code_to,
            suburb,
            state_code,
            country_code,
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct RateDocument {
    /// Service code.
    service: String,
    #[serde(flatten)]
    rate: Rate,
}

impl CardDocument {
    /// Names each invalid member in the error.
    pub fn read(json: &[u8]) -> Result<Self> {
        let read = data::case::all_from_json::<Self>(json).into_result();
        read.map_err(|wrong| Error::Invalid(wrong.into_iter().map(FieldError::from).collect()))
    }

    pub fn code(&self) -> &str {
        &self.rate_card.code
    }
}

/// Finds the newest version.
pub async fn card_of_code(scope: &mut Scope, code: &str) -> Result<Option<RateCardId>> {
    Ok(newest(scope, code).await?.map(|card| card.id))
}

async fn newest(scope: &mut Scope, code: &str) -> Result<Option<RateCard>> {
    let versions = scope
        .all::<RateCard>(Where::all().eq(RateCard::CODE, code.to_owned()))
        .await?;
    Ok(versions
        .into_iter()
        .filter(|card| card.filled_by.is_none())
        .max_by_key(|card| card.version))
}

/// Validates like requests. An existing card's newest version gets the new services, zones and
/// rates.
pub async fn write_card(scope: &mut Scope, document: CardDocument) -> Result<RateCardId> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let CardDocument {
        rate_card,
        services,
        zones,
        rates,
    } = document;
    let stored = newest(scope, &rate_card.code).await?;
    let mut card = RateCard {
        modified_time: scope.now(),
        ..rate_card
    };
    card.currency.make_ascii_uppercase();
    if card.currency.is_empty() {
        card.currency.clone_from(&settings.currency.base_currency);
    }
    card.terms.tidy();
    if let Some(customer) = card.customer_id {
        customers::find(scope, customer).await?;
    }
    let mut errors = rate_cards::routes::field_errors(&card, true);
    errors.extend(rate_cards::routes::check_engine_id(scope, &card.engine)?);
    if stored.is_none()
        && errors.is_empty()
        && rate_cards::routes::is_taken(scope, &card.code, None).await?
    {
        errors.push(FieldError::new(
            "rateCard.code",
            message!("is the code of another rate card"),
        ));
    }
    errors.extend(too_many("services", services.len(), MAX_SERVICES));
    errors.extend(too_many("zones", zones.len(), MAX_ZONES));
    errors.extend(too_many("rates", rates.len(), MAX_RATES));
    reject(errors)?;
    let levied = std::mem::take(&mut card.terms);
    match stored {
        None => scope.insert(&mut card).await?,
        Some(stored) => {
            (card.id, card.row_version, card.version) =
                (stored.id, stored.row_version, stored.version);
            begin_change(scope, card.id).await?;
            rate_cards::store::clear_card(scope, card.id).await?;
            scope.update(&mut card).await?;
        }
    }
    let services = put_services(scope, card.id, services).await?;
    put_zones(scope, card.id, zones, &settings.general.country_code).await?;
    // Levies refer to zones, which now exist.
    card.terms = levied;
    reject(rate_cards::routes::name_zones(scope, &mut card).await?)?;
    scope.update(&mut card).await?;
    put_rates(scope, card.id, rates, &services).await?;
    announce_change(scope, &card.code).await?;
    Ok(card.id)
}

fn reject(errors: Vec<FieldError>) -> Result<()> {
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

fn too_many(member: &str, count: usize, max: i64) -> Option<FieldError> {
    let is_over = i64::try_from(count).unwrap_or(i64::MAX) > max;
    is_over.then(|| FieldError::new(member, message!("must be at most {max}", max = max)))
}

/// Returns them by lower-case code.
async fn put_services(
    scope: &mut Scope,
    card: RateCardId,
    services: Vec<RateService>,
) -> Result<HashMap<String, RateServiceId>> {
    let mut ids: HashMap<String, RateServiceId> = HashMap::new();
    let mut errors = Vec::new();
    for (at, mut service) in services.into_iter().enumerate() {
        let member = format!("services[{at}]");
        (service.rate_card_id, service.code_key) = (card, service.code.to_lowercase());
        let mut service_errors = services::field_errors(&member, &service);
        if ids.contains_key(&service.code_key) {
            service_errors.push(FieldError::new(
                format!("{member}.code"),
                message!("is a duplicate"),
            ));
        }
        if service_errors.is_empty() {
            scope.insert(&mut service).await?;
            ids.insert(service.code_key, service.id);
        }
        errors.extend(service_errors);
    }
    reject(errors)?;
    Ok(ids)
}

async fn put_zones(
    scope: &mut Scope,
    card: RateCardId,
    zones: Vec<ZoneDocument>,
    country: &str,
) -> Result<()> {
    let mut codes: HashSet<String> = HashSet::new();
    let mut errors = Vec::new();
    for (at, ZoneDocument { code, name, places }) in zones.into_iter().enumerate() {
        let member = format!("zones[{at}]");
        let code_key = code.to_lowercase();
        let is_new = codes.insert(code_key.clone());
        let mut zone = RateZone {
            rate_card_id: card,
            code,
            code_key,
            name,
            ..RateZone::default()
        };
        let mut zone_errors = zones::routes::check_zone(&member, &zone);
        if !is_new {
            zone_errors.push(FieldError::new(
                format!("{member}.code"),
                message!("is a duplicate"),
            ));
        }
        if !zone_errors.is_empty() {
            errors.extend(zone_errors);
            continue;
        }
        scope.insert(&mut zone).await?;
        for (at, place) in places.into_iter().enumerate() {
            match place.into_location(zone.id).in_zone(&zone, country) {
                Ok(place) => {
                    scope
                        .insert(&mut RateZoneLocation {
                            guid: scope.new_guid(),
                            ..place
                        })
                        .await?
                }
                Err(wrong) => errors.extend(
                    wrong
                        .into_iter()
                        .map(|error| place_error(error, &member, at)),
                ),
            }
        }
    }
    reject(errors)
}

fn place_error(error: FieldError, zone: &str, at: usize) -> FieldError {
    let member = error
        .member
        .strip_prefix("zoneLocation.")
        .unwrap_or(&error.member);
    FieldError::new(format!("{zone}.places[{at}].{member}"), error.message)
}

async fn put_rates(
    scope: &mut Scope,
    card: RateCardId,
    rates: Vec<RateDocument>,
    services: &HashMap<String, RateServiceId>,
) -> Result<()> {
    let mut errors = Vec::new();
    let mut loaded = Vec::with_capacity(rates.len());
    for (at, RateDocument { service, mut rate }) in rates.into_iter().enumerate() {
        rate.rate_card_id = card;
        match services.get(&service.to_lowercase()) {
            Some(id) => rate.rate_service_id = *id,
            None => {
                errors.push(FieldError::new(
                    format!("rates[{at}].service"),
                    message!("is not a service of the card"),
                ));
            }
        }
        loaded.push(rate);
    }
    let inputs = loaded.iter_mut().enumerate().map(|(at, rate)| RateInput {
        member: format!("rates[{at}]"),
        rate,
    });
    errors.extend(rates::checks::check(scope, card, &mut inputs.collect::<Vec<_>>(), &[]).await?);
    reject(errors)?;
    for rate in &mut loaded {
        scope.insert(rate).await?;
    }
    Ok(())
}
