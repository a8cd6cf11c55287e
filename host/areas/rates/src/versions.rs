//! Copies of rate cards: as a card of its own, and as the next version of the same card.

use chrono::NaiveDate;
use kernel::{
    Error, FieldError, Result, Scope, Where,
    db::{Col, Dialect},
    ids::RateCardId,
    message, tsql, validate,
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    card::RateCard,
    cards::{self, OneRateCard},
    changed, hold, join_whole_cards, rules,
};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct CopyRateCard {
    id: RateCardId,
    /// Of the new card.
    #[serde(default, deserialize_with = "kernel::case::text")]
    code: String,
    #[serde(default, deserialize_with = "kernel::case::text")]
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewVersion {
    id: RateCardId,
    /// The first day of the new version.
    effective_date: NaiveDate,
}

/// A new card with all that another has.
pub(crate) async fn copy(mut scope: Scope, sent: CopyRateCard) -> Result<OneRateCard> {
    let source: RateCard = scope.find(sent.id).await?;
    hold(&mut scope, source.id).await?;
    let mut card = RateCard { code: sent.code, name: sent.name, version: 1, ..source.clone() };
    let mut errors = validate::check("", &card);
    if errors.is_empty() && cards::is_taken(&mut scope, &card.code, None).await? {
        errors.push(FieldError::new("code", message!("is the code of another rate card")));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    copied(&mut scope, &source, &mut card).await?;
    scope.commit().await?;
    Ok(OneRateCard { rate_card: card })
}

/// The next version of a card, with all that this one has. The version before ends the day before when it has no end.
pub(crate) async fn new_version(mut scope: Scope, sent: NewVersion) -> Result<OneRateCard> {
    let source: RateCard = scope.find(sent.id).await?;
    // Of two who make a version of different ones at the same time the second finds the number taken.
    hold(&mut scope, source.id).await?;
    let versions: Vec<RateCard> = scope.all(Where::all().eq(RateCard::CODE, source.code.clone())).await?;
    let Some(mut last) = versions.into_iter().max_by_key(|card| card.version) else {
        return Err(Error::NotFound("The rate card"));
    };
    let first = sent.effective_date;
    if last.effective_date.is_some_and(|began| began >= first) {
        let began = last.effective_date.unwrap_or_default().to_string();
        let late =
            message!("must be after {date}, the first day of version {number}", date = began, number = last.version);
        return Err(Error::invalid("effectiveDate", late));
    }
    if let Some(wrong) = rules::day("effectiveDate", first) {
        return Err(Error::Invalid(vec![wrong]));
    }
    if last.expire_date.is_none() {
        last.expire_date = first.pred_opt();
        last.modified_time = scope.now();
        scope.update(&mut last).await?;
    }
    let mut card = RateCard {
        version: last.version.saturating_add(1),
        effective_date: Some(first),
        expire_date: None,
        is_active: true,
        ..source.clone()
    };
    copied(&mut scope, &source, &mut card).await?;
    scope.commit().await?;
    Ok(OneRateCard { rate_card: card })
}

/// Writes a new card and gives it what the source has.
async fn copied(scope: &mut Scope, source: &RateCard, card: &mut RateCard) -> Result<()> {
    card.modified_time = scope.now();
    scope.insert(card).await?;
    scope.note("RateCard", card.id, "copiedFrom", None::<RateCardId>, source.id);
    copy_rows(scope, source.id, card.id).await?;
    changed(scope, &card.code).await
}

/// Copies services, zones, locations and live rates into a card that has none; ids are found again by their codes.
async fn copy_rows(scope: &mut Scope, source: RateCardId, card: RateCardId) -> Result<()> {
    let services = tsql!(
        "INSERT INTO rate_services
           (tenant_id, row_version, rate_card_id, code, code_key, name, is_additional, is_active, min_unit)
         SELECT tenant_id, 1, $3, code, code_key, name, is_additional, is_active, min_unit
         FROM rate_services WHERE tenant_id = $1 AND rate_card_id = $2 ORDER BY id"
    );
    let zones = tsql!(
        "INSERT INTO rate_zones (tenant_id, row_version, rate_card_id, code, code_key, name, is_active)
         SELECT tenant_id, 1, $3, code, code_key, name, is_active
         FROM rate_zones WHERE tenant_id = $1 AND rate_card_id = $2 ORDER BY id"
    );
    // SQLite has no function for it: random bits with those of the version (4) and the variant in their places.
    let locations = match scope.host().db().dialect() {
        Dialect::Sqlite => tsql!(
            "INSERT INTO rate_zone_locations (tenant_id, row_version, guid, rate_card_id, zone_id, country_code,
               state_code, post_code, post_code_to, suburb, suburb_key, location_key)
             SELECT place.tenant_id, 1,
               unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || '8' || substr(hex(randomblob(8)), 2)),
               $3, new.id, country_code, state_code, post_code, post_code_to, suburb, suburb_key, location_key
             FROM rate_zone_locations place
             JOIN rate_zones old ON old.tenant_id = place.tenant_id AND old.id = place.zone_id
             JOIN rate_zones new ON new.tenant_id = place.tenant_id AND new.rate_card_id = $3 AND new.code_key = old.code_key
             WHERE place.tenant_id = $1 AND place.rate_card_id = $2 ORDER BY place.id"
        ),
        Dialect::Postgres => tsql!(
            "INSERT INTO rate_zone_locations (tenant_id, row_version, guid, rate_card_id, zone_id, country_code,
               state_code, post_code, post_code_to, suburb, suburb_key, location_key)
             SELECT place.tenant_id, 1, gen_random_uuid(),
               $3, new.id, country_code, state_code, post_code, post_code_to, suburb, suburb_key, location_key
             FROM rate_zone_locations place
             JOIN rate_zones old ON old.tenant_id = place.tenant_id AND old.id = place.zone_id
             JOIN rate_zones new ON new.tenant_id = place.tenant_id AND new.rate_card_id = $3 AND new.code_key = old.code_key
             WHERE place.tenant_id = $1 AND place.rate_card_id = $2 ORDER BY place.id"
        ),
    };
    let rates = tsql!(
        "INSERT INTO rates (tenant_id, row_version, rate_card_id, rate_service_id, from_zone, to_zone,
           calculation_method, reciprocal, accumulative, minimum, cubic_allowance, cut_off_time, transit_time,
           effective_date, expire_date, rate_details)
         SELECT rate.tenant_id, 1, $3, new.id, from_zone, to_zone,
           calculation_method, reciprocal, accumulative, minimum, cubic_allowance, cut_off_time, transit_time,
           effective_date, expire_date, rate_details
         FROM rates rate
         JOIN rate_services old ON old.tenant_id = rate.tenant_id AND old.id = rate.rate_service_id
         JOIN rate_services new ON new.tenant_id = rate.tenant_id AND new.rate_card_id = $3 AND new.code_key = old.code_key
         WHERE rate.tenant_id = $1 AND rate.rate_card_id = $2 AND replaced_by IS NULL ORDER BY rate.id"
    );
    join_whole_cards(scope).await?;
    for statement in [services, zones, locations, rates] {
        scope.rows(statement, vec![source.val(), card.val()]).await?;
    }
    Ok(())
}
