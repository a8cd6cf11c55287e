//! Places of zones: a postcode, or a suburb with its postcode.

use std::collections::HashMap;

use data::{ById, Error, FieldError, ListQuery, PageOf, Record, Result, Scope, Where, message};
use lookups::zones::{SentPlace, ZonePlace};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;
use web::{
    Raw,
    http::{Response, deleted},
};

use super::{JobZoneId, Zone};
use crate::{access::check_reader, head_ports::HeadPort};

data::id! { ZoneLocationId }

/// Per tenant.
pub(crate) const MAX_LOCATIONS: i64 = 200_000;
/// Per call that saves a zone; larger ones are imported.
const MAX_SENT: usize = 10_000;

/// A stored place of a zone.
#[derive(Debug, Clone, Default, Serialize, Record)]
#[serde(rename_all = "camelCase")]
#[record(
    table = "job_zone_locations",
    name = "The zone location",
    called = "JobZoneLocation",
    open
)]
pub(crate) struct ZoneLocationRow {
    #[serde(skip)]
    pub id: ZoneLocationId,
    #[serde(skip)]
    pub row_version: i64,
    #[serde(rename = "id")]
    #[record(recorded)]
    pub guid: Uuid,
    pub zone_id: JobZoneId,
    pub country_code: String,
    pub post_code: String,
    pub suburb: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub suburb_key: Option<String>,
    #[serde(skip)]
    #[record(internal)]
    pub location_key: String,
}

/// A place of a zone: a postcode, or a suburb with its postcode.
#[data::wire(trim)]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "JobZoneLocation")]
pub struct NewLocation {
    /// Set by the server.
    pub id: Option<Uuid>,
    /// Required by `zone-location` alone.
    pub zone_id: JobZoneId,
    pub post_code: Option<String>,
    /// Omitted for the whole postcode.
    pub suburb: Option<String>,
    /// Default: the tenant's country.
    pub country_code: Option<String>,
}

impl From<ZoneLocationRow> for NewLocation {
    fn from(stored: ZoneLocationRow) -> Self {
        Self {
            id: Some(stored.guid),
            zone_id: stored.zone_id,
            post_code: Some(stored.post_code),
            suburb: stored.suburb,
            country_code: Some(stored.country_code),
        }
    }
}

/// Accepts a single place as well as a list.
pub(super) fn read_locations<'de, D: Deserializer<'de>>(
    source: D,
) -> Result<Vec<NewLocation>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        Many(Vec<NewLocation>),
        One(NewLocation),
    }
    Ok(match Option::<OneOrMany>::deserialize(source)? {
        None => Vec::new(),
        Some(OneOrMany::One(place)) => vec![place],
        Some(OneOrMany::Many(places)) => places,
    })
}

impl NewLocation {
    fn normalize(self, country: &str) -> Result<ZoneLocationRow, Vec<FieldError>> {
        let place = SentPlace {
            country_code: self.country_code,
            post_code: self.post_code,
            suburb: self.suburb,
            ..SentPlace::default()
        };
        ZoneLocationRow::from_place(place.normalize(country)?)
    }
}

impl ZoneLocationRow {
    /// Rejects states, countries and ranges.
    pub(super) fn from_place(place: ZonePlace) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        if place.post_code.is_none() {
            errors.push(FieldError::new(
                "zoneLocation.postCode",
                message!("is required"),
            ));
        }
        if place.post_code_to.is_some() {
            errors.push(FieldError::new(
                "zoneLocation.postCodeTo",
                message!("must be left out: list each postcode of the zone"),
            ));
        }
        match place.post_code {
            Some(post_code) if errors.is_empty() => Ok(Self {
                country_code: place.country_code,
                post_code,
                suburb: place.suburb,
                suburb_key: place.suburb_key,
                location_key: place.key,
                ..Self::default()
            }),
            _ => Err(errors),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfZone {
    zone_id: JobZoneId,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AddJobZoneLocation")]
pub(super) struct AddLocation {
    zone_location: NewLocation,
}

/// A single place of a zone.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OneJobZoneLocation")]
pub(super) struct OneLocation {
    zone_location: NewLocation,
}

pub(super) async fn list(
    mut scope: Scope,
    OfZone { zone_id }: OfZone,
    query: ListQuery,
) -> Result<PageOf<NewLocation>> {
    check_reader(&scope)?;
    scope.find::<Zone>(zone_id).await?;
    let PageOf { total_count, items } = scope
        .page::<ZoneLocationRow>(&query, Where::all().eq(ZoneLocationRow::ZONE_ID, zone_id))
        .await?;
    let items = items.into_iter().map(NewLocation::from).collect();
    Ok(PageOf { total_count, items })
}

pub(super) async fn add(mut scope: Scope, sent: AddLocation) -> Result<OneLocation> {
    let zone: Zone = scope.find(sent.zone_location.zone_id).await?;
    let country = crate::country(&scope).await?;
    let place = sent.zone_location.normalize(&country);
    let mut place = place.map_err(Error::Invalid)?;
    if let Some(taken) = find_taken(&mut scope, &zone, std::slice::from_ref(&place), true)
        .await?
        .pop()
    {
        return Err(Error::invalid("zoneLocation", taken.message));
    }
    check_room(&mut scope, 1, "zoneLocation").await?;
    place.zone_id = zone.id;
    place.guid = scope.new_guid();
    scope.insert(&mut place).await.map_err(in_use)?;
    scope.commit().await?;
    let zone_location = place.into();
    Ok(OneLocation { zone_location })
}

/// Another call added the place since the check.
fn in_use(error: Error) -> Error {
    if error.is_duplicate() {
        return Error::invalid(
            "zoneLocation",
            message!("has just been added to a zone: load the page again"),
        );
    }
    error
}

pub(super) async fn remove(mut scope: Scope, raw: Raw) -> Result<Response> {
    let ById { id } = raw.query::<ById<Uuid>>()?;
    let existing: Option<ZoneLocationRow> = scope
        .first(Where::all().eq(ZoneLocationRow::GUID, id))
        .await?;
    let place = existing.ok_or(Error::NotFound("The zone location"))?;
    scope.delete::<ZoneLocationRow>(place.id).await?;
    scope.commit().await?;
    Ok(deleted())
}

/// Adds the places that are not in the zone yet.
pub(super) async fn add_all(scope: &mut Scope, zone: &Zone, sent: Vec<NewLocation>) -> Result<()> {
    if sent.is_empty() {
        return Ok(());
    }
    if sent.len() > MAX_SENT {
        return Err(Error::invalid(
            "zone.zoneLocation",
            message!("must be at most {max} places", max = MAX_SENT),
        ));
    }
    let country = crate::country(scope).await?;
    let (mut errors, mut places) = (Vec::new(), HashMap::new());
    for (at, place) in sent.into_iter().enumerate() {
        match place.normalize(&country) {
            Ok(place) => {
                places.entry(place.location_key.clone()).or_insert(place);
            }
            Err(wrong) => errors.extend(wrong.into_iter().map(|error| {
                let member = error.member.trim_start_matches("zoneLocation.");
                FieldError::new(format!("zone.zoneLocation[{at}].{member}"), error.message)
            })),
        }
    }
    let mut new: Vec<ZoneLocationRow> = places.into_values().collect();
    new.sort_by(|one, other| one.location_key.cmp(&other.location_key));
    let known = find_taken(scope, zone, &new, false).await?;
    errors.extend(
        known
            .iter()
            .filter(|taken| taken.zone != zone.id)
            .map(|taken| FieldError::new("zone.zoneLocation", taken.message.clone())),
    );
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    new.retain(|place| known.iter().all(|taken| taken.key != place.location_key));
    check_room(scope, new.len(), "zone.zoneLocation").await?;
    for place in &mut new {
        place.zone_id = zone.id;
        place.guid = scope.new_guid();
    }
    scope.insert_all(&mut new).await.map_err(in_use)
}

/// A place that is in a zone already.
pub(super) struct Taken {
    pub key: String,
    pub zone: JobZoneId,
    pub message: data::Message,
}

/// Returns which of the places are in a zone, with a message that names it.
async fn find_taken(
    scope: &mut Scope,
    zone: &Zone,
    places: &[ZoneLocationRow],
    is_alone: bool,
) -> Result<Vec<Taken>> {
    let keys: Vec<String> = places
        .iter()
        .map(|place| place.location_key.clone())
        .collect();
    let stored: Vec<ZoneLocationRow> = scope
        .all(Where::all().is_in(ZoneLocationRow::LOCATION_KEY, &keys))
        .await?;
    let mut all = Vec::new();
    for place in stored {
        let other: Zone = scope.find(place.zone_id).await?;
        let port: HeadPort = scope.find(other.head_port_id).await?;
        let name = is_alone.then(String::new);
        let message = name_zone(name.unwrap_or_else(|| place.text()), zone, &other, &port);
        all.push(Taken {
            key: place.location_key,
            zone: other.id,
            message,
        });
    }
    Ok(all)
}

impl ZoneLocationRow {
    /// `3121 Richmond`.
    pub(super) fn text(&self) -> String {
        let suburb = self.suburb.as_deref().unwrap_or_default();
        format!("{} {suburb}", self.post_code).trim().to_owned()
    }
}

/// Message that a zone has a place; an empty place is the member that the message is about.
pub(super) fn name_zone(
    place: String,
    zone: &Zone,
    other: &Zone,
    port: &HeadPort,
) -> data::Message {
    let is_own = zone.head_port_id == other.head_port_id;
    match (place.is_empty(), is_own) {
        (true, true) => message!(
            "is already in zone {zone} of this head port",
            zone = other.code
        ),
        (true, false) => message!(
            "is served by head port {port}, in its zone {zone}",
            port = port.display_name(),
            zone = other.code
        ),
        (false, true) => message!(
            "has {place}, which is already in zone {zone} of this head port",
            place = place,
            zone = other.code
        ),
        (false, false) => message!(
            "has {place}, which head port {port} serves in its zone {zone}",
            place = place,
            port = port.display_name(),
            zone = other.code
        ),
    }
}

pub(super) async fn check_room(scope: &mut Scope, new: usize, member: &str) -> Result<()> {
    let stored = scope.count(Where::<ZoneLocationRow>::all()).await?;
    let new = i64::try_from(new).unwrap_or(i64::MAX);
    if new == 0 || stored.saturating_add(new) <= MAX_LOCATIONS {
        return Ok(());
    }
    Err(Error::invalid(
        member,
        message!("exceeds the maximum of {max} places", max = MAX_LOCATIONS),
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_place_is_read_like_a_list_of_one() {
        let read = |json: serde_json::Value| read_locations(json).unwrap().len();
        assert_eq!(read(json!({"postCode": "3121"})), 1);
        assert_eq!(read(json!([{"postCode": "3121"}, {"postCode": "3122"}])), 2);
        assert_eq!(read(json!(null)), 0);
    }

    #[test]
    fn a_place_has_one_postcode() {
        let members = |sent: SentPlace| -> Vec<String> {
            let place = ZoneLocationRow::from_place(sent.normalize("AU").unwrap());
            let errors = place.err().unwrap_or_default();
            errors.into_iter().map(|error| error.member).collect()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(members(SentPlace::default()), ["zoneLocation.postCode"]);
        let range = SentPlace {
            post_code: some("3000"),
            post_code_to: some("3010"),
            ..SentPlace::default()
        };
        assert_eq!(members(range), ["zoneLocation.postCodeTo"]);
        let suburb = SentPlace {
            post_code: some("3121"),
            suburb: some("Richmond"),
            ..SentPlace::default()
        };
        assert!(members(suburb).is_empty());
    }
}
