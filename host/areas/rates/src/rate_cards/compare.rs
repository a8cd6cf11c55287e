//! Comparison of two rate cards: services, zones, and rates by service, lane, method and days.

use chrono::NaiveDate;
use kernel::{
    Result, Scope, Where,
    db::{Col, TenantSql},
    ids::RateCardId,
    tsql,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use crate::{
    force_hash_joins,
    rate_cards::model::RateCard,
    rates::routes::{CalculationMethod, Rate, RateId},
    services::{RateService, RateServiceId},
    zones::routes::RateZone,
};

/// Maximum rate differences of a response; the totals count all.
const MAX_DIFFERENCES: usize = 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompareRateCards {
    /// The card to compare from.
    id: RateCardId,
    /// The card to compare with.
    other_id: RateCardId,
}

/// Differences of the other card.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComparedRateCards {
    totals: RateTotals,
    /// Codes of services that only the other card has.
    services_added: Vec<String>,
    services_removed: Vec<String>,
    zones_added: Vec<String>,
    zones_removed: Vec<String>,
    /// At most 1,000: changed, then added, then removed ones.
    differences: Vec<RateDifference>,
}

/// Numbers of rates and of differences.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RateTotals {
    before: i64,
    after: i64,
    changed: i64,
    added: i64,
    removed: i64,
}

/// A changed rate, or one that only one card has.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RateDifference {
    /// Service code.
    service: String,
    from_zone: String,
    to_zone: String,
    calculation_method: CalculationMethod,
    effective_date: Option<NaiveDate>,
    expire_date: Option<NaiveDate>,
    /// Null for an added rate.
    before: Option<Rate>,
    /// Null for a removed rate.
    after: Option<Rate>,
}

pub(crate) async fn compare(
    mut scope: Scope,
    request: CompareRateCards,
) -> Result<ComparedRateCards> {
    scope.find::<RateCard>(request.id).await?;
    scope.find::<RateCard>(request.other_id).await?;
    let (old_services, new_services) = (
        services(&mut scope, request.id).await?,
        services(&mut scope, request.other_id).await?,
    );
    let (services_added, services_removed) =
        diff_codes(old_services.values(), new_services.values());
    let (old_zones, new_zones) = (
        zones(&mut scope, request.id).await?,
        zones(&mut scope, request.other_id).await?,
    );
    let (zones_added, zones_removed) = diff_codes(old_zones.iter(), new_zones.iter());
    force_hash_joins(&mut scope).await?;
    let changed = pairs(&mut scope, CHANGED, request.id, request.other_id).await?;
    let added = pairs(&mut scope, MISSING_IN_OTHER, request.other_id, request.id).await?;
    let removed = pairs(&mut scope, MISSING_IN_OTHER, request.id, request.other_id).await?;
    let totals = RateTotals {
        before: count(&mut scope, request.id).await?,
        after: count(&mut scope, request.other_id).await?,
        changed: changed.total,
        added: added.total,
        removed: removed.total,
    };
    let added = added.ids.into_iter().map(|(id, _)| (None, Some(id)));
    let removed = removed.ids.into_iter().map(|(id, _)| (Some(id), None));
    let all = changed
        .ids
        .into_iter()
        .map(|(before, after)| (Some(before), after))
        .chain(added)
        .chain(removed);
    let all: Vec<(Option<RateId>, Option<RateId>)> = all.take(MAX_DIFFERENCES).collect();
    let mut rates = rates(&mut scope, &all).await?;
    let differences = all.into_iter().filter_map(|(before, after)| {
        let (before, after) = (
            before.and_then(|id| rates.remove(&id)),
            after.and_then(|id| rates.remove(&id)),
        );
        let one = before.as_ref().or(after.as_ref())?;
        let service = old_services
            .get(&one.rate_service_id)
            .or(new_services.get(&one.rate_service_id))?;
        Some(RateDifference {
            service: service.clone(),
            from_zone: one.from_zone.clone(),
            to_zone: one.to_zone.clone(),
            calculation_method: one.calculation_method,
            effective_date: one.effective_date,
            expire_date: one.expire_date,
            before,
            after,
        })
    });
    let differences = differences.collect();
    Ok(ComparedRateCards {
        totals,
        services_added,
        services_removed,
        zones_added,
        zones_removed,
        differences,
    })
}

async fn services(scope: &mut Scope, card: RateCardId) -> Result<BTreeMap<RateServiceId, String>> {
    let services: Vec<RateService> = scope
        .all(Where::all().eq(RateService::RATE_CARD_ID, card))
        .await?;
    Ok(services
        .into_iter()
        .map(|service| (service.id, service.code))
        .collect())
}

async fn zones(scope: &mut Scope, card: RateCardId) -> Result<Vec<String>> {
    let zones: Vec<RateZone> = scope
        .all(Where::all().eq(RateZone::RATE_CARD_ID, card))
        .await?;
    Ok(zones.into_iter().map(|zone| zone.code).collect())
}

async fn count(scope: &mut Scope, card: RateCardId) -> Result<i64> {
    scope
        .count(
            Where::all()
                .eq(Rate::RATE_CARD_ID, card)
                .is_null(Rate::REPLACED_BY),
        )
        .await
}

/// Codes only in the new card, and codes only in the old one, ignoring case.
fn diff_codes<'a>(
    old: impl Iterator<Item = &'a String> + Clone,
    new: impl Iterator<Item = &'a String> + Clone,
) -> (Vec<String>, Vec<String>) {
    let key = |code: &String| code.to_lowercase();
    let (olds, news): (BTreeSet<_>, BTreeSet<_>) = (
        old.clone().map(key).collect(),
        new.clone().map(key).collect(),
    );
    let without = |codes: &mut dyn Iterator<Item = &'a String>, known: &BTreeSet<String>| {
        let mut remaining: Vec<String> = codes
            .filter(|code| !known.contains(&key(code)))
            .cloned()
            .collect();
        remaining.sort();
        remaining
    };
    (
        without(&mut new.clone(), &olds),
        without(&mut old.clone(), &news),
    )
}

/// Ids of differing rates, up to the limit, and their total.
struct Pairs {
    ids: Vec<(RateId, Option<RateId>)>,
    total: i64,
}

async fn pairs(
    scope: &mut Scope,
    sql: TenantSql,
    first: RateCardId,
    second: RateCardId,
) -> Result<Pairs> {
    let mut result = Pairs {
        ids: Vec::new(),
        total: 0,
    };
    for row in scope.rows(sql, vec![first.val(), second.val()]).await? {
        result.ids.push((row.get(0)?, row.get(1)?));
        result.total = row.get(2)?;
    }
    Ok(result)
}

async fn rates(
    scope: &mut Scope,
    pairs: &[(Option<RateId>, Option<RateId>)],
) -> Result<BTreeMap<RateId, Rate>> {
    let ids: Vec<RateId> = pairs
        .iter()
        .flat_map(|(before, after)| [*before, *after])
        .flatten()
        .collect();
    let rates: Vec<Rate> = scope.all(Where::all().is_in(Rate::ID, &ids)).await?;
    Ok(rates.into_iter().map(|rate| (rate.id, rate)).collect())
}

/// Rates in both cards with different contents.
const CHANGED: TenantSql = tsql!(
    "SELECT one.id, other.id, CAST(COUNT(*) OVER () AS BIGINT) FROM rates one
     JOIN rate_services sold ON sold.tenant_id = one.tenant_id AND sold.id = one.rate_service_id
     JOIN rate_services same ON same.tenant_id = one.tenant_id AND same.rate_card_id = $3 AND same.code_key = sold.code_key
     JOIN rates other ON other.tenant_id = one.tenant_id AND other.rate_card_id = $3 AND other.rate_service_id = same.id
       AND other.from_zone = one.from_zone AND other.to_zone = one.to_zone
       AND other.calculation_method = one.calculation_method AND other.replaced_by IS NULL
       AND COALESCE(other.effective_date, '') = COALESCE(one.effective_date, '')
       AND COALESCE(other.expire_date, '') = COALESCE(one.expire_date, '')
     WHERE one.tenant_id = $1 AND one.rate_card_id = $2 AND one.replaced_by IS NULL
       AND (one.rate_details <> other.rate_details OR one.minimum <> other.minimum
         OR one.reciprocal <> other.reciprocal OR one.accumulative <> other.accumulative
         OR one.cubic_allowance IS DISTINCT FROM other.cubic_allowance
         OR one.cut_off_time IS DISTINCT FROM other.cut_off_time
         OR one.transit_time IS DISTINCT FROM other.transit_time)
     ORDER BY one.from_zone, one.to_zone, one.id LIMIT 1000"
);

/// Rates of one card that are missing in the other.
const MISSING_IN_OTHER: TenantSql = tsql!(
    "SELECT one.id, CAST(NULL AS BIGINT), CAST(COUNT(*) OVER () AS BIGINT) FROM rates one
     JOIN rate_services sold ON sold.tenant_id = one.tenant_id AND sold.id = one.rate_service_id
     LEFT JOIN rate_services same
       ON same.tenant_id = one.tenant_id AND same.rate_card_id = $3 AND same.code_key = sold.code_key
     LEFT JOIN rates other
       ON other.tenant_id = one.tenant_id AND other.rate_card_id = $3 AND other.rate_service_id = same.id
       AND other.from_zone = one.from_zone AND other.to_zone = one.to_zone
       AND other.calculation_method = one.calculation_method AND other.replaced_by IS NULL
       AND COALESCE(other.effective_date, '') = COALESCE(one.effective_date, '')
       AND COALESCE(other.expire_date, '') = COALESCE(one.expire_date, '')
     WHERE one.tenant_id = $1 AND one.rate_card_id = $2 AND one.replaced_by IS NULL AND other.id IS NULL
     ORDER BY one.from_zone, one.to_zone, one.id LIMIT 1000"
);
