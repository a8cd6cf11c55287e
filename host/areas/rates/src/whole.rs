//! A card with all that belongs to it, written at once: for commands and the demo.

use std::collections::HashMap;

use kernel::{Error, FieldError, Result, Scope, Where, ids::RateCardId, message};
use serde::Deserialize;

use crate::{
    card::RateCard,
    changed,
    locations::{NewLocation, RateZoneLocation},
    rate::{MAX_RATES, Rate},
    rules,
    services::{RateService, RateServiceId},
    zones::{RateZone, RateZoneId},
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
        let Self { post_code, post_code_to, suburb, state_code, country_code } = self;
        NewLocation { zone_id, post_code, post_code_to, suburb, state_code, country_code }
    }
}

#[derive(Debug, Deserialize)]
pub struct WholeRate {
    /// The service's code.
    service: String,
    #[serde(flatten)]
    rate: Rate,
}

/// Writes a card whose code the tenant has not got yet; where it has, the stored one stays as it is.
pub async fn put_whole(scope: &mut Scope, whole: WholeCard) -> Result<RateCardId> {
    let stored = scope.first::<RateCard>(Where::all().eq(RateCard::CODE, whole.rate_card.code.clone())).await?;
    if let Some(stored) = stored {
        return Ok(stored.id);
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let mut errors = whole.rate_card.terms.check("rateCard.terms");
    let mut card = RateCard { modified_time: scope.now(), ..whole.rate_card };
    if card.currency.is_empty() {
        card.currency.clone_from(&settings.currency.base_currency);
    }
    scope.insert(&mut card).await?;
    let mut services: HashMap<String, RateServiceId> = HashMap::new();
    for mut service in whole.services {
        (service.rate_card_id, service.code_key) = (card.id, service.code.to_lowercase());
        scope.insert(&mut service).await?;
        services.insert(service.code, service.id);
    }
    let mut zones: HashMap<String, RateZoneId> = HashMap::new();
    for zone in whole.zones {
        let code_key = zone.code.to_lowercase();
        let mut stored =
            RateZone { rate_card_id: card.id, code: zone.code, code_key, name: zone.name, ..RateZone::default() };
        scope.insert(&mut stored).await?;
        for place in zone.places {
            match place.of_zone(stored.id).in_zone(&stored, &settings.general.country_code) {
                Ok(place) => scope.insert(&mut RateZoneLocation { guid: scope.new_guid(), ..place }).await?,
                Err(wrong) => errors.extend(wrong),
            }
        }
        zones.insert(stored.code, stored.id);
    }
    if i64::try_from(whole.rates.len()).unwrap_or(i64::MAX) > MAX_RATES {
        errors.push(FieldError::new("rates", message!("must be at most {max}", max = MAX_RATES)));
    }
    for (at, WholeRate { service, mut rate }) in whole.rates.into_iter().enumerate() {
        let member = format!("rates[{at}]");
        rate.rate_card_id = card.id;
        let wrong = rules::check(&member, &rate);
        let unknown = [("fromZone", &rate.from_zone), ("toZone", &rate.to_zone)]
            .into_iter()
            .filter(|(_, zone)| !zones.contains_key(*zone))
            .map(|(name, _)| FieldError::new(format!("{member}.{name}"), message!("is no zone of the card")));
        errors.extend(wrong.into_iter().chain(unknown));
        let Some(id) = services.get(&service) else {
            errors.push(FieldError::new(format!("{member}.service"), message!("is no service of the card")));
            continue;
        };
        rate.rate_service_id = *id;
        if errors.is_empty() {
            scope.insert(&mut rate).await?;
        }
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    changed(scope, &card.code).await?;
    Ok(card.id)
}
