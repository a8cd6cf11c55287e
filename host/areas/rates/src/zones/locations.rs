//! Zone locations: suburb, post code, range, state or country.

use data::{
    ById, Empty, Error, FieldError, ListQuery, PageOf, Record, Result, Scope, Where,
    ids::RateCardId, message,
};
use lookups::zones::{SentPlace, ZonePlace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    begin_change, check_room,
    zones::routes::{RateZone, RateZoneId},
};

data::id! { RateZoneLocationId }

pub(crate) const MAX_LOCATIONS: i64 = 200_000;

/// A place in a zone.
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase")]
#[record(table = "rate_zone_locations", name = "The zone location", open)]
pub struct RateZoneLocation {
    #[serde(skip)]
    pub id: RateZoneLocationId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(rename = "id")]
    #[record(recorded)]
    pub guid: Uuid,
    pub rate_card_id: RateCardId,
    pub zone_id: RateZoneId,
    pub country_code: String,
    /// Used only without a post code.
    pub state_code: Option<String>,
    pub post_code: Option<String>,
    /// Last post code of a range; null: a single post code.
    pub post_code_to: Option<String>,
    pub suburb: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub suburb_key: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub location_key: String,
}

/// A location as sent: a suburb with its post code, a post code, a range, a state or a country.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "NewRateZoneLocation")]
pub(crate) struct NewLocation {
    pub zone_id: RateZoneId,
    pub post_code: Option<String>,
    pub post_code_to: Option<String>,
    pub suburb: Option<String>,
    pub state_code: Option<String>,
    /// Default: the tenant's country.
    pub country_code: Option<String>,
}

impl NewLocation {
    /// Returns a stored location, or all field errors.
    pub(crate) fn in_zone(
        self,
        zone: &RateZone,
        country: &str,
    ) -> Result<RateZoneLocation, Vec<FieldError>> {
        let place = SentPlace {
            country_code: self.country_code,
            state_code: self.state_code,
            post_code: self.post_code,
            post_code_to: self.post_code_to,
            suburb: self.suburb,
        };
        Ok(RateZoneLocation::in_zone(zone, place.normalize(country)?))
    }
}

impl RateZoneLocation {
    pub(crate) fn in_zone(zone: &RateZone, place: ZonePlace) -> Self {
        Self {
            rate_card_id: zone.rate_card_id,
            zone_id: zone.id,
            location_key: place.key,
            country_code: place.country_code,
            state_code: place.state_code,
            post_code: place.post_code,
            post_code_to: place.post_code_to,
            suburb: place.suburb,
            suburb_key: place.suburb_key,
            ..Self::default()
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ZoneQuery {
    zone_id: RateZoneId,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AddRateZoneLocation")]
pub(crate) struct AddLocation {
    zone_location: NewLocation,
}

/// A single zone location.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OneRateZoneLocation")]
pub(crate) struct OneLocation {
    zone_location: RateZoneLocation,
}

pub(crate) async fn list(
    mut scope: Scope,
    parent: ZoneQuery,
    query: ListQuery,
) -> Result<PageOf<RateZoneLocation>> {
    let zone: RateZone = scope.find(parent.zone_id).await?;
    let filter = Where::all().eq(RateZoneLocation::RATE_CARD_ID, zone.rate_card_id);
    scope
        .page(&query, filter.eq(RateZoneLocation::ZONE_ID, zone.id))
        .await
}

pub(crate) async fn add(mut scope: Scope, sent: AddLocation) -> Result<OneLocation> {
    let country = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .country_code
        .clone();
    let zone: RateZone = scope.find(sent.zone_location.zone_id).await?;
    begin_change(&mut scope, zone.rate_card_id).await?;
    let mut place = sent
        .zone_location
        .in_zone(&zone, &country)
        .map_err(Error::Invalid)?;
    let of_card = Where::all().eq(RateZoneLocation::RATE_CARD_ID, zone.rate_card_id);
    let same = of_card
        .clone()
        .eq(RateZoneLocation::LOCATION_KEY, place.location_key.clone());
    if let Some(known) = scope.first::<RateZoneLocation>(same).await? {
        let other_zone: RateZone = scope.find(known.zone_id).await?;
        let message = message!(
            "is already in zone {zone} of this card",
            zone = other_zone.code
        );
        return Err(Error::invalid("zoneLocation", message));
    }
    check_room(&mut scope, of_card, MAX_LOCATIONS, "zoneLocation").await?;
    place.guid = scope.new_guid();
    scope.insert(&mut place).await?;
    scope.commit().await?;
    Ok(OneLocation {
        zone_location: place,
    })
}

pub(crate) async fn remove(mut scope: Scope, ById { id }: ById<Uuid>) -> Result<Empty> {
    let existing: Option<RateZoneLocation> = scope
        .first(Where::all().eq(RateZoneLocation::GUID, id))
        .await?;
    let place = existing.ok_or(Error::NotFound("The zone location"))?;
    begin_change(&mut scope, place.rate_card_id).await?;
    scope.delete::<RateZoneLocation>(place.id).await?;
    scope.commit().await?;
    Ok(Empty {})
}
