//! Zones: routes and records.

use std::collections::BTreeMap;

use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, Where, ids::RateCardId, message, validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    Verb,
    access::{FEATURE, RATES, RATES_EDIT},
    begin_change, check_room, check_same_card, edit,
    rate_cards::model::RateCard,
    rates::{
        self,
        routes::Rate,
        rules::{MAX_CODE_LENGTH, MAX_NAME_LENGTH},
    },
    zones,
};

data::id! { RateZoneId }

pub(crate) const MAX_ZONES: i64 = 2_000;

pub(crate) fn table() -> Routes {
    Routes::new("/api/rates/zone")
        .feature(FEATURE)
        .list("zones", RATES, list)
        .accept_cookie()
        .get("zone", RATES, get)
        .accept_cookie()
        .post("zone", Save::with_permission(RATES_EDIT), create)
        .put("zone", Save::with_permission(RATES_EDIT), update)
        .delete("zone", RATES_EDIT, delete)
        .list("zone-locations", RATES, zones::locations::list)
        .accept_cookie()
        .post("add-zone-location", RATES_EDIT, zones::locations::add)
        .delete("remove-zone-location", RATES_EDIT, zones::locations::remove)
}

/// A zone of a rate card.
#[data::wire(trim)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "rate_zones", name = "The zone", open)]
#[garde(allow_unvalidated)]
pub struct RateZone {
    /// 0 or omitted for a new zone.
    pub id: RateZoneId,
    pub row_version: i64,
    pub rate_card_id: RateCardId,
    /// Unique in its card. A new code also updates the rates.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    pub code: String,
    #[serde(skip)]
    #[record(internal)]
    pub code_key: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// Addresses match only active zones.
    pub is_active: bool,
}

impl Default for RateZone {
    fn default() -> Self {
        New::<Self> {
            rate_card_id: RateCardId(0),
            code: String::new(),
            code_key: String::new(),
            name: String::new(),
            is_active: true,
        }
        .unsaved()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CardQuery {
    rate_card_id: RateCardId,
}

#[derive(Deserialize, JsonSchema)]
struct SaveZone {
    zone: Change<RateZone>,
}

/// A single zone.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OneRateZone")]
struct OneZone {
    zone: RateZone,
}

async fn list(mut scope: Scope, parent: CardQuery, query: ListQuery) -> Result<PageOf<RateZone>> {
    scope.find::<RateCard>(parent.rate_card_id).await?;
    scope
        .page(
            &query,
            Where::all().eq(RateZone::RATE_CARD_ID, parent.rate_card_id),
        )
        .await
}

async fn get(mut scope: Scope, ById { id }: ById<RateZoneId>) -> Result<OneZone> {
    Ok(OneZone {
        zone: scope.find(id).await?,
    })
}

async fn create(scope: Scope, sent: SaveZone) -> Result<OneZone> {
    save(scope, Verb::Post, sent).await
}

async fn update(scope: Scope, sent: SaveZone) -> Result<OneZone> {
    save(scope, Verb::Put, sent).await
}

async fn save(mut scope: Scope, verb: Verb, sent: SaveZone) -> Result<OneZone> {
    let mut edit = edit(&mut scope, "zone", verb, sent.zone).await?;
    let stored = edit.before.as_ref().map(|before| before.rate_card_id);
    let zone = &mut edit.record;
    check_same_card(&mut scope, "zone", zone.rate_card_id, stored).await?;
    begin_change(&mut scope, zone.rate_card_id).await?;
    zone.code_key = zone.code.to_lowercase();
    let mut errors = check_zone("zone", zone);
    let of_card = Where::all().eq(RateZone::RATE_CARD_ID, zone.rate_card_id);
    let same_code = of_card
        .clone()
        .eq(RateZone::CODE_KEY, zone.code_key.clone())
        .ne(RateZone::ID, zone.id);
    if scope.first::<RateZone>(same_code).await?.is_some() {
        errors.push(FieldError::new(
            "zone.code",
            message!("is the code of another zone of this card"),
        ));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    match &edit.before {
        None => check_room(&mut scope, of_card, MAX_ZONES, "zone").await?,
        Some(before) if before.code != edit.record.code => {
            rename(
                &mut scope,
                edit.record.rate_card_id,
                &before.code,
                &edit.record.code,
            )
            .await?;
        }
        Some(_) => {}
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneZone { zone: edit.record })
}

pub(crate) fn check_zone(member: &str, zone: &RateZone) -> Vec<FieldError> {
    validate::check(member, zone)
}

/// Changes the code in rates and levies.
async fn rename(scope: &mut Scope, card: RateCardId, old: &str, new: &str) -> Result<()> {
    rates::store::rename_zone(scope, card, old, new).await?;
    let mut card: RateCard = scope.find(card).await?;
    let mut is_named = false;
    for (_, zone) in card.terms.zones_mut().filter(|(_, zone)| *zone == old) {
        new.clone_into(zone);
        is_named = true;
    }
    if is_named {
        scope.update(&mut card).await
    } else {
        Ok(())
    }
}

async fn delete(mut scope: Scope, ById { id }: ById<RateZoneId>) -> Result<Empty> {
    let card = scope.find::<RateZone>(id).await?.rate_card_id;
    begin_change(&mut scope, card).await?;
    // The card is locked now: its code is current.
    let zone: RateZone = scope.find(id).await?;
    let either = Where::all()
        .eq(Rate::FROM_ZONE, zone.code.clone())
        .or(Where::all().eq(Rate::TO_ZONE, zone.code.clone()));
    let rates = scope
        .count(
            either
                .eq(Rate::RATE_CARD_ID, zone.rate_card_id)
                .is_null(Rate::REPLACED_BY),
        )
        .await?;
    if rates > 0 {
        let used = message!(
            "is used by rates ({count}): delete them first, or make the zone inactive",
            count = rates
        );
        return Err(Error::invalid("id", used));
    }
    let mut card: RateCard = scope.find(zone.rate_card_id).await?;
    if card.terms.zones_mut().any(|(_, named)| *named == zone.code) {
        return Err(Error::invalid(
            "id",
            message!("is named by a levy of the card: change the levy first"),
        ));
    }
    scope.delete::<RateZone>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// Maps lower-case codes to stored ones.
pub(crate) async fn find_codes(
    scope: &mut Scope,
    card: RateCardId,
    keys: &[String],
) -> Result<BTreeMap<String, String>> {
    if keys.is_empty() {
        return Ok(BTreeMap::new());
    }
    let filter = Where::all()
        .eq(RateZone::RATE_CARD_ID, card)
        .is_in(RateZone::CODE_KEY, keys);
    let zones: Vec<RateZone> = scope.all(filter).await?;
    Ok(zones
        .into_iter()
        .map(|zone| (zone.code_key, zone.code))
        .collect())
}
