//! A card with all that belongs to it, written at once: for commands and the demo.

use std::collections::{HashMap, HashSet};

use kernel::{Error, FieldError, Result, Scope, Where, db::Col, ids::RateCardId, message, tsql};
use serde::Deserialize;

use crate::{
    card::RateCard,
    cards, changed, changing,
    checks::{self, Named},
    locations::{NewLocation, RateZoneLocation},
    rate::{MAX_RATES, Rate},
    services::{self, MAX_SERVICES, RateService, RateServiceId},
    zones::{self, MAX_ZONES, RateZone, RateZoneId},
};

/// `{"rateCard": {…}, "services": […], "zones": [{"code", "name", "places": […]}], "rates": [{"service": "ROAD", …}]}`,
/// each as the calls take it, without ids.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WholeCard {
    pub rate_card: RateCard,
    pub services: Vec<RateService>,
    pub zones: Vec<WholeZone>,
    pub rates: Vec<WholeRate>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WholeZone {
    code: String,
    name: String,
    places: Vec<WholePlace>,
}

/// As `add-zone-location` takes it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WholePlace {
    post_code: Option<String>,
    post_code_to: Option<String>,
    suburb: Option<String>,
    state_code: Option<String>,
    country_code: Option<String>,
}

impl WholePlace {
    fn of_zone(self, zone_id: RateZoneId) -> NewLocation {
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
pub struct WholeRate {
    /// The service's code.
    service: String,
    #[serde(flatten)]
    rate: Rate,
}

impl WholeCard {
    /// Reads a card from JSON as calls are read; the error names each wrong member.
    pub fn read(json: &[u8]) -> Result<Self> {
        let read = kernel::case::all_from_json::<Self>(json).whole();
        read.map_err(|wrong| Error::Invalid(wrong.into_iter().map(FieldError::from).collect()))
    }

    pub fn code(&self) -> &str {
        &self.rate_card.code
    }
}

/// The newest version of the card of this code.
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

/// Writes a card and all that belongs to it, by the same checks as the calls. Where the tenant has a card of this code, its
/// newest version gets these services, zones and rates in place of those that it has.
pub async fn put_whole(scope: &mut Scope, whole: WholeCard) -> Result<RateCardId> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let WholeCard {
        rate_card,
        services,
        zones,
        rates,
    } = whole;
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
    let mut errors = cards::field_errors(&card, true);
    errors.extend(cards::unknown_engine(scope, &card.engine)?);
    if stored.is_none() && errors.is_empty() && cards::is_taken(scope, &card.code, None).await? {
        errors.push(FieldError::new(
            "rateCard.code",
            message!("is the code of another rate card"),
        ));
    }
    errors.extend(too_many("services", services.len(), MAX_SERVICES));
    errors.extend(too_many("zones", zones.len(), MAX_ZONES));
    errors.extend(too_many("rates", rates.len(), MAX_RATES));
    refuse(errors)?;
    let levied = std::mem::take(&mut card.terms);
    match stored {
        None => scope.insert(&mut card).await?,
        Some(stored) => {
            (card.id, card.row_version, card.version) =
                (stored.id, stored.row_version, stored.version);
            changing(scope, card.id).await?;
            empty(scope, card.id).await?;
            scope.update(&mut card).await?;
        }
    }
    let services = put_services(scope, card.id, services).await?;
    put_zones(scope, card.id, zones, &settings.general.country_code).await?;
    // Levies name zones, which are there only now.
    card.terms = levied;
    refuse(cards::name_zones(scope, &mut card).await?)?;
    scope.update(&mut card).await?;
    put_rates(scope, card.id, rates, &services).await?;
    changed(scope, &card.code).await?;
    Ok(card.id)
}

fn refuse(errors: Vec<FieldError>) -> Result<()> {
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

/// Removes the services, zones and rates of a card; places go with their zones.
async fn empty(scope: &mut Scope, card: RateCardId) -> Result<()> {
    for table in [
        tsql!("DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2"),
        tsql!("DELETE FROM rate_services WHERE tenant_id = $1 AND rate_card_id = $2"),
        tsql!("DELETE FROM rate_zones WHERE tenant_id = $1 AND rate_card_id = $2"),
    ] {
        scope.rows(table, vec![card.val()]).await?;
    }
    Ok(())
}

/// The services by their codes in lower case.
async fn put_services(
    scope: &mut Scope,
    card: RateCardId,
    services: Vec<RateService>,
) -> Result<HashMap<String, RateServiceId>> {
    let mut known: HashMap<String, RateServiceId> = HashMap::new();
    let mut errors = Vec::new();
    for (at, mut service) in services.into_iter().enumerate() {
        let member = format!("services[{at}]");
        (service.rate_card_id, service.code_key) = (card, service.code.to_lowercase());
        let mut wrong = services::field_errors(&member, &service);
        if known.contains_key(&service.code_key) {
            wrong.push(FieldError::new(
                format!("{member}.code"),
                message!("is there twice"),
            ));
        }
        if wrong.is_empty() {
            scope.insert(&mut service).await?;
            known.insert(service.code_key, service.id);
        }
        errors.extend(wrong);
    }
    refuse(errors)?;
    Ok(known)
}

async fn put_zones(
    scope: &mut Scope,
    card: RateCardId,
    zones: Vec<WholeZone>,
    country: &str,
) -> Result<()> {
    let mut known: HashSet<String> = HashSet::new();
    let mut errors = Vec::new();
    for (at, WholeZone { code, name, places }) in zones.into_iter().enumerate() {
        let member = format!("zones[{at}]");
        let code_key = code.to_lowercase();
        let is_new = known.insert(code_key.clone());
        let mut zone = RateZone {
            rate_card_id: card,
            code,
            code_key,
            name,
            ..RateZone::default()
        };
        let mut wrong = zones::wrong(&member, &zone);
        if !is_new {
            wrong.push(FieldError::new(
                format!("{member}.code"),
                message!("is there twice"),
            ));
        }
        if !wrong.is_empty() {
            errors.extend(wrong);
            continue;
        }
        scope.insert(&mut zone).await?;
        for (at, place) in places.into_iter().enumerate() {
            match place.of_zone(zone.id).in_zone(&zone, country) {
                Ok(place) => {
                    scope
                        .insert(&mut RateZoneLocation {
                            guid: scope.new_guid(),
                            ..place
                        })
                        .await?
                }
                Err(wrong) => {
                    errors.extend(wrong.into_iter().map(|error| of_place(error, &member, at)))
                }
            }
        }
    }
    refuse(errors)
}

/// The error of a place, by its place in the file.
fn of_place(error: FieldError, zone: &str, at: usize) -> FieldError {
    let member = error
        .member
        .strip_prefix("zoneLocation.")
        .unwrap_or(&error.member);
    FieldError::new(format!("{zone}.places[{at}].{member}"), error.message)
}

async fn put_rates(
    scope: &mut Scope,
    card: RateCardId,
    rates: Vec<WholeRate>,
    services: &HashMap<String, RateServiceId>,
) -> Result<()> {
    let mut errors = Vec::new();
    let mut found = Vec::with_capacity(rates.len());
    for (at, WholeRate { service, mut rate }) in rates.into_iter().enumerate() {
        rate.rate_card_id = card;
        match services.get(&service.to_lowercase()) {
            Some(id) => rate.rate_service_id = *id,
            None => {
                errors.push(FieldError::new(
                    format!("rates[{at}].service"),
                    message!("is no service of the card"),
                ));
            }
        }
        found.push(rate);
    }
    let named = found.iter_mut().enumerate().map(|(at, rate)| Named {
        member: format!("rates[{at}]"),
        rate,
    });
    errors.extend(checks::check(scope, card, &mut named.collect::<Vec<_>>(), &[]).await?);
    refuse(errors)?;
    for rate in &mut found {
        scope.insert(rate).await?;
    }
    Ok(())
}
